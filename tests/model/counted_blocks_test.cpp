// Counts of a grid from those of some of its blocks, and which numbers they stand in for.

#include "app/model/counted_blocks.h"

#include <gtest/gtest.h>

#include "app/model/metrics.h"

namespace spillway::model {
namespace {

InterpretedCounts block_of(std::int64_t requests, std::int64_t sectors)
{
    InterpretedCounts counts;
    counts.blocks = 1;
    counts.instructions = 10 * requests;
    counts.lanes = 160 * requests;
    counts.global_loads.requests = requests;
    counts.global_loads.sectors = sectors;
    return counts;
}

RunResult result_of(CountedBlocks counted)
{
    RunResult result;
    result.counted = std::move(counted);
    return result;
}

double value(const char* key, const RunResult& result)
{
    return find_metric(key)->get(result).value_or(-1);
}

TEST(CountedBlocks, TheBlocksBetweenStandForAllButTheEnds)
{
    const RunResult result = result_of({1024, {block_of(8, 40), block_of(8, 32), block_of(8, 32), block_of(3, 12)}});
    EXPECT_EQ(value("global_load_requests", result), 8 + 1022 * 8 + 3);
    EXPECT_EQ(value("global_load_sectors", result), 40 + 1022 * 32 + 12);
    EXPECT_EQ(value("ptx_instructions", result), 10 * (8 + 1022 * 8 + 3));
    EXPECT_DOUBLE_EQ(value("active_lanes", result), 0.5);
    EXPECT_TRUE(is_interpreted(*find_metric("global_load_sectors"), result));
    EXPECT_FALSE(is_estimate(result));
    EXPECT_EQ(counted_words(*result.counted), "counted by running 4 of 1,024 blocks here");
}

TEST(CountedBlocks, BlocksThatDifferAreReportedAndAWholeGridIsExact)
{
    EXPECT_TRUE(is_estimate(result_of({9, {block_of(8, 32), block_of(8, 32), block_of(9, 32), block_of(8, 32)}})));
    const RunResult whole = result_of({3, {block_of(1, 2), block_of(3, 4), block_of(5, 6)}});
    EXPECT_FALSE(is_estimate(whole));
    EXPECT_EQ(value("global_load_requests", whole), 9);
    EXPECT_EQ(counted_words(*whole.counted), "counted by running all 3 blocks here");
}

TEST(CountedBlocks, AMeasurementComesFirst)
{
    RunResult result = result_of({4, {block_of(8, 32)}});
    result.measurement.counters = {{{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 7}}};
    EXPECT_EQ(value("global_load_sectors", result), 7);
    EXPECT_EQ(value("global_load_requests", result), -1) << "never beside what was measured";
    EXPECT_FALSE(is_interpreted(*find_metric("global_load_sectors"), result));
    EXPECT_TRUE(is_interpreted(*find_metric("ptx_instructions"), result)) << "no hardware counts those";
}

TEST(CountedBlocks, NeitherTimeNorMachineCodeIsCounted)
{
    RunResult result = result_of({4, {block_of(8, 32)}});
    for (const Metric& metric : metrics())
        if (!metric.is_interpretable) {
            EXPECT_FALSE(metric.get(result) && metric.is_counted) << metric.key;
        }
    EXPECT_EQ(value("instructions_executed", result), -1);
    EXPECT_FALSE(find_metric("seconds_median")->get(result));
}

TEST(CountedBlocks, LocalMemoryCountsWherePtxasKeptIt)
{
    RunResult result = result_of({4, {block_of(8, 32)}});
    EXPECT_EQ(value("local_load_sectors", result), -1);
    result.compile.emplace();
    result.ptx = PtxInspection{128, {}};
    EXPECT_EQ(value("local_load_sectors", result), -1) << "ptxas made registers of it";
    result.compile->stack_frame_bytes = 128;
    EXPECT_EQ(value("local_load_sectors", result), 0);
    result.compile->spill_load_bytes = 4;
    EXPECT_EQ(value("local_load_sectors", result), -1) << "it spills too";
}

}  // namespace
}  // namespace spillway::model
