#include "app/teaching/witnesses.h"

#include <gtest/gtest.h>

namespace spillway::teaching {
namespace {

model::RunResult witnessed(std::int64_t ptx, std::int64_t frame, std::int64_t spill_stores = 0)
{
    model::RunResult result;
    result.ptx.emplace().local_bytes = ptx;
    model::CompileReport& report = result.compile.emplace();
    report.stack_frame_bytes = frame;
    report.spill_store_bytes = report.spill_load_bytes = spill_stores;
    return result;
}

bool says(const model::RunResult& result, const char* words)
{
    for (const std::string& note : witness_notes(result))
        if (note.find(words) != std::string::npos) return true;
    return false;
}

TEST(Witnesses, AgreeThatThereIsNone)
{
    EXPECT_TRUE(says(witnessed(0, 0), "no local memory"));
}

TEST(Witnesses, PtxHasItAndPtxasRemovedIt)
{
    // Single-precision sinf: .local in the PTX, an empty stack frame.
    const model::RunResult result = witnessed(28, 0);
    EXPECT_TRUE(says(result, "The PTX declares 28 bytes of .local, but ptxas removed it"));
    const std::vector<Witness> all = local_memory_witnesses(result);
    EXPECT_TRUE(all[0].sees_local);
    EXPECT_FALSE(all[1].sees_local);
}

TEST(Witnesses, AnArrayIsNotASpill)
{
    EXPECT_TRUE(says(witnessed(128, 128), "not a spill"));
    EXPECT_FALSE(says(witnessed(128, 128), "All tools with a result agree"));
}

TEST(Witnesses, SpillsAreUnknownToPtx)
{
    EXPECT_TRUE(says(witnessed(0, 64, 120), "Registers ran out"));
    EXPECT_TRUE(says(witnessed(0, 64, 120), "The PTX does not show the spills"));
    EXPECT_FALSE(says(witnessed(0, 64, 120), "not a spill"));
}

TEST(Witnesses, SpillsIntoSharedMemoryLeaveNoFrame)
{
    EXPECT_TRUE(says(witnessed(0, 0, 824), "went to shared memory"));
    model::RunResult result = witnessed(0, 0);
    result.compile->shared_spill_store_bytes = 64;
    EXPECT_TRUE(says(result, "spills 64 bytes per thread to shared memory, which ptxas does not report"));
    EXPECT_FALSE(says(result, "All tools with a result agree"));
}

TEST(Witnesses, CalledFunctionsHaveFramesOfTheirOwn)
{
    model::RunResult result = witnessed(16, 0);
    model::FunctionReport& helper = result.compile->functions.emplace_back();
    helper.name = "helper";
    helper.stack_frame_bytes = 16;
    EXPECT_TRUE(says(result, "frames of their own"));
    EXPECT_FALSE(says(result, "ptxas removed it"));
    EXPECT_FALSE(says(result, "with spills of their own"));
    helper.spill_store_bytes = 8;
    EXPECT_TRUE(says(result, "with spills of their own"));
}

TEST(Witnesses, AMissingWitnessSaysWhy)
{
    const std::vector<Witness> all = local_memory_witnesses(witnessed(0, 0));
    ASSERT_EQ(all.size(), 6U);
    EXPECT_EQ(all[4].answer, "not inspected");
    EXPECT_EQ(all[5].answer, "no result");
    EXPECT_FALSE(all[5].known);
}

}  // namespace
}  // namespace spillway::teaching
