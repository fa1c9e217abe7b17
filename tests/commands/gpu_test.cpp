// On a machine with an NVIDIA GPU: every shipped experiment, launched, verified and timed as a user does it.

#include <string>

#include <gtest/gtest.h>

#include "tests/commands/live.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

struct LiveExperiment : testing::TestWithParam<std::string> {};

TEST_P(LiveExperiment, IsRightAndTimed)
{
    if (const std::string reason = why_no_gpu(); !reason.empty()) GTEST_SKIP() << "no GPU to launch on: " << reason;
    const auto run = run_json({"run", GetParam(), "--gpu", "live"});
    EXPECT_EQ(run.finished.status, 0) << run.finished.errors;
    EXPECT_FALSE(run.json.empty());
    for (const json& result : run.json) {
        SCOPED_TRACE(result.dump());
        EXPECT_EQ(at(result, "/status"), "ok");
        EXPECT_EQ(at(result, "/verification/status"), "matched");
        EXPECT_EQ(at(result, "/measurement/source"), "live");
        EXPECT_GT(result["measurement"]["seconds"].value("median", 0.0), 0);
        EXPECT_GT(result["measurement"].value("bytes_per_second", 0.0), 0);
        EXPECT_LT(result["measurement"].value("percent_of_peak", 0.0), 1.05) << "faster than the memory can be";
    }
}

INSTANTIATE_TEST_SUITE_P(Gpu, LiveExperiment,
                         testing::Values("running_mean", "global_copy", "stencil", "address_taken"),
                         [](const auto& instance) { return instance.param; });

TEST(Live, ARefusedLaunchLeavesTheGpuUsable)
{
    if (const std::string reason = why_no_gpu(); !reason.empty()) GTEST_SKIP() << "no GPU to launch on: " << reason;
    const auto refused =
        run_json({"run", "stencil", "--gpu", "live", "--variant", "static_shared", "--set", "radius=6000"});
    EXPECT_EQ(refused.finished.status, 3) << refused.finished.errors;
    const auto next = run_json({"run", "stencil", "--gpu", "live", "--variant", "global"});
    EXPECT_EQ(next.finished.status, 0) << next.finished.errors;
}

}  // namespace
}  // namespace spillway::commands
