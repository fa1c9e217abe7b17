#include "app/teaching/advice.h"

#include <gtest/gtest.h>

namespace spillway::teaching {
namespace {

using model::Gpu;
using model::OccupancyCurves;
using model::RunResult;

Gpu h200()
{
    Gpu gpu;
    gpu.name = "h200";
    gpu.max_threads_per_block = 1024;
    gpu.max_threads_per_sm = 2048;
    gpu.max_blocks_per_sm = 32;
    gpu.registers_per_sm = 65536;
    gpu.shared_bytes_per_block_optin = 227 * 1024;
    gpu.shared_bytes_per_sm = 228 * 1024;
    gpu.reserved_shared_bytes_per_block = 1024;
    return gpu;
}

Gpu k40()
{
    Gpu gpu = h200();
    gpu.name = "k40";
    gpu.max_blocks_per_sm = 16;
    gpu.shared_bytes_per_block_optin = gpu.shared_bytes_per_sm = 48 * 1024;
    gpu.reserved_shared_bytes_per_block = 0;
    return gpu;
}

model::Experiment experiment()
{
    model::Experiment experiment;
    experiment.knobs = model::standard_knobs();
    return experiment;
}

RunResult result(int registers, int block_size, int blocks, std::vector<std::string> limiter,
                 std::int64_t registers_per_block, std::int64_t shared_per_block = 1024)
{
    RunResult result;
    result.parameters["block_size"] = std::int64_t{block_size};
    result.compile.emplace().registers = registers;
    model::Occupancy& occupancy = result.occupancy.emplace();
    occupancy.blocks_per_sm = blocks;
    occupancy.warps_per_sm = blocks * (block_size / 32);
    occupancy.limit_blocks = 32;
    occupancy.limiter = std::move(limiter);
    occupancy.allocated_registers_per_block = registers_per_block;
    occupancy.allocated_shared_bytes_per_block = shared_per_block;
    return result;
}

TEST(Advice, SaysWhatTheNextBlockNeedsAndWhatIsFree)
{
    OccupancyCurves curves;
    curves.over_registers = {{24, 8, 64}, {32, 8, 64}, {33, 6, 48}, {40, 6, 48}, {48, 5, 40}};
    const Advice advice = next_block_advice(result(40, 256, 6, {"registers"}, 10240), h200(), &curves, experiment());
    EXPECT_EQ(advice.sentence, "A 7th block needs 10,240 registers; 4,096 are free.");
    ASSERT_FALSE(advice.steps.empty());
    EXPECT_EQ(advice.steps[0].what, "Cap at 32 registers");
    EXPECT_EQ(advice.steps[0].set, (model::Values{{"register_cap", std::int64_t{32}}}));
}

TEST(Advice, TheWorkedExampleOfTheK40)
{
    const Advice advice = next_block_advice(result(64, 128, 8, {"registers"}, 8192), k40(), nullptr, experiment());
    EXPECT_EQ(advice.sentence, "A 9th block needs 8,192 registers; none are free.");
    EXPECT_TRUE(advice.steps.empty()) << "without curves nothing is known of what would fit";
}

TEST(Advice, RegistersThatAreFreeButScatteredAreNotCalledTooFew)
{
    // 168 registers: 5,376 a warp; each quarter of 16,384 holds 3 warps and keeps 256.
    const Advice advice = next_block_advice(result(72, 32, 24, {"registers"}, 2304), h200(), nullptr, experiment());
    EXPECT_EQ(advice.sentence,
              "A 25th block needs 2,304 registers; 10,240 are free, but spread over the SM's four parts.");
}

TEST(Advice, ALaunchBoundBeatsTheCapSoTheBoundIsOffered)
{
    OccupancyCurves curves;
    curves.over_registers = {{32, 8, 64}, {40, 6, 48}};
    RunResult bounded = result(40, 256, 6, {"registers"}, 10240);
    bounded.parameters["min_blocks_per_sm"] = std::int64_t{4};
    const Advice advice = next_block_advice(bounded, h200(), &curves, experiment());
    ASSERT_FALSE(advice.steps.empty());
    EXPECT_EQ(advice.steps[0].set, (model::Values{{"min_blocks_per_sm", std::int64_t{8}}}));
}

TEST(Advice, SharedMemoryIsTakenOffTheKnobOnlyWhereTheKnobHasIt)
{
    OccupancyCurves curves;
    curves.over_shared_bytes = {{0, 8, 64}, {27648, 8, 64}, {65536, 3, 24}};
    RunResult shared = result(32, 256, 3, {"shared_memory"}, 8192, 66560);
    shared.dynamic_shared_bytes = 65536;
    shared.parameters["extra_shared_bytes"] = std::int64_t{65536};
    const Advice advice = next_block_advice(shared, h200(), &curves, experiment());
    EXPECT_EQ(advice.sentence, "A 4th block needs 65 KiB of shared memory; 33 KiB are free.");
    ASSERT_FALSE(advice.steps.empty());
    EXPECT_EQ(advice.steps[0].set, (model::Values{{"extra_shared_bytes", std::int64_t{27648}}}));

    shared.parameters["extra_shared_bytes"] = std::int64_t{1024};
    EXPECT_TRUE(next_block_advice(shared, h200(), &curves, experiment()).steps.empty());
}

TEST(Advice, FullSmOfWarpsNeedsNothing)
{
    OccupancyCurves curves;
    curves.over_block_size = {{128, 16, 64}, {256, 8, 64}};
    const Advice advice =
        next_block_advice(result(32, 256, 8, {"registers", "warps"}, 8192), h200(), &curves, experiment());
    EXPECT_EQ(advice.sentence, "All 64 warp slots are taken: the SM is full.");
    EXPECT_TRUE(advice.steps.empty());
}

TEST(Advice, WarpsThatDoNotDivideAskForAnotherBlockSize)
{
    Gpu gpu = h200();
    gpu.max_threads_per_sm = 1536;
    OccupancyCurves curves;
    curves.over_block_size = {{256, 6, 48}, {512, 3, 48}, {768, 2, 48}, {1024, 1, 32}};
    const Advice advice = next_block_advice(result(24, 1024, 1, {"warps"}, 24576), gpu, &curves, experiment());
    EXPECT_EQ(advice.sentence, "A 2nd block needs 32 warp slots; 16 are free.");
    ASSERT_FALSE(advice.steps.empty());
    EXPECT_EQ(advice.steps[0].what, "Blocks of 768 threads");
}

TEST(Advice, TooSmallBlocks)
{
    const Advice advice = next_block_advice(result(24, 32, 32, {"blocks"}, 768), h200(), nullptr, experiment());
    EXPECT_EQ(advice.sentence, "The SM holds at most 32 blocks, however small; 32 of its 64 warp slots stay empty.");
}

TEST(Advice, NotEvenOneBlock)
{
    const Advice registers =
        next_block_advice(result(128, 1024, 0, {"registers"}, 131072), h200(), nullptr, experiment());
    EXPECT_EQ(registers.sentence, "Not even one block fits: it needs 131,072 registers; the SM has 65,536.");
    const Advice shared =
        next_block_advice(result(32, 256, 0, {"shared_memory"}, 8192, 300 * 1024), h200(), nullptr, experiment());
    EXPECT_EQ(shared.sentence, "Not even one block fits: it needs 300 KiB of shared memory; a block may have 227 KiB.");
}

TEST(Advice, NothingIsSaidWithoutOccupancy)
{
    EXPECT_EQ(next_block_advice({}, h200(), nullptr, experiment()).sentence, "");
}

TEST(Words, OrdinalsAndGroups)
{
    EXPECT_EQ(ordinal(1), "1st");
    EXPECT_EQ(ordinal(2), "2nd");
    EXPECT_EQ(ordinal(3), "3rd");
    EXPECT_EQ(ordinal(11), "11th");
    EXPECT_EQ(ordinal(12), "12th");
    EXPECT_EQ(ordinal(23), "23rd");
    EXPECT_EQ(ordinal(111), "111th");
    EXPECT_EQ(grouped(65536), "65,536");
    EXPECT_EQ(grouped(-1234567), "-1,234,567");
    EXPECT_EQ(counted(1, "warp"), "1 warp");
}

}  // namespace
}  // namespace spillway::teaching
