// Kernels that are each bound by one known resource (tests/bounds), as an H200
// recorded them: the account of their time, made again from their counters and
// that GPU's roofs, says what bounds each.

#include <gtest/gtest.h>

#include <set>

#include "app/model/time_account.h"
#include "app/protocol/recording_reader.h"

namespace spillway::cli {
namespace {

TEST(BoundsRecording, EachKernelIsBoundByWhatItIsNamedAfter)
{
    const auto recording = protocol::read_recording(SPILLWAY_SOURCE_DIR "/tests/bounds/h200.spillway");
    ASSERT_TRUE(recording) << recording.error().line();
    ASSERT_TRUE(recording->header.roofs);
    std::set<std::string> seen;
    for (const model::RunResult& result : recording->results) {
        SCOPED_TRACE(result.variant);
        const model::Measurement& measured = result.measurement;
        ASSERT_TRUE(measured.limited_by && measured.time_account);
        seen.insert(result.variant);
        const std::string by = measured.limited_by->resource;
        // Both directions share DRAM's pins, and what is written passes the L2,
        // which takes hardly more here.
        const bool is_of_dram = by.starts_with("dram_") || by == "l2_write";
        EXPECT_TRUE(result.experiment == "dram_writes" ? is_of_dram : by == result.variant) << by;
        ASSERT_TRUE(measured.limited_by->share);
        EXPECT_GT(*measured.limited_by->share, 0.6);
        EXPECT_LT(*measured.limited_by->share, 1.1);
    }
    for (const char* resource :
         {"dram_read", "dram_write", "l2_read",  "l2_write", "l1",       "shared",      "constant",
          "texture",   "fp32",       "fp64",     "special",  "integer",  "issue",       "atomics",
          "fma_heavy", "tensor",     "branches", "adu",      "shuffles", "l2_requests", "latency"})
        EXPECT_TRUE(seen.contains(resource)) << resource;
}

}  // namespace
}  // namespace spillway::cli
