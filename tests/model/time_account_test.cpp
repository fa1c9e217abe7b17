// Time accounts from numbers alone: for each resource a launch that it bounds, and launches that need several.

#include "app/model/time_account.h"

#include <gtest/gtest.h>

#include "app/model/metrics.h"

namespace spillway::model {
namespace {

/// Round ones, so that a share can be seen at once.
Roofs made_roofs()
{
    Roofs roofs;
    roofs.sm_clock_hz = 2e9;
    roofs.rates = {
        {"dram_read", 4e12, "bytes"},       {"dram_write", 4e12, "bytes"},         {"l2_read", 2e11, "sectors"},
        {"l2_write", 1e11, "sectors"},      {"l1_read", 2e11, "wavefronts"},       {"shared_read", 2e11, "wavefronts"},
        {"constant", 1e11, "requests"},     {"texture", 1e12, "texels"},           {"fp32", 3.2e13, "operations"},
        {"fp64", 1.6e13, "operations"},     {"special", 3.2e12, "operations"},     {"integer", 1.6e13, "operations"},
        {"issue", 1e12, "instructions"},    {"atomics_one", 3.2e10, "operations"}, {"fma_heavy", 1.6e13, "operations"},
        {"branches", 2e11, "instructions"}, {"adu", 1e11, "instructions"},         {"shuffles", 2e11, "wavefronts"},
        {"l2_requests", 1e11, "requests"},  {"tensor_fp16", 6e14, "FLOP"}};
    return roofs;
}

/// Everything was counted, and nothing happened.
std::map<std::string, double> idle()
{
    std::map<std::string, double> counters;
    for (const char* name : {"dram__bytes_read.sum",
                             "dram__bytes_write.sum",
                             "lts__t_sectors_srcunit_tex_op_read.sum",
                             "lts__t_sectors_srcunit_tex_op_write.sum",
                             "l1tex__data_pipe_lsu_wavefronts.sum",
                             "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
                             "idc__requests.sum",
                             "smsp__inst_issued.sum",
                             "smsp__inst_executed_pipe_fma.sum",
                             "smsp__inst_executed_pipe_fp64.sum",
                             "smsp__inst_executed_pipe_xu.sum",
                             "smsp__inst_executed_pipe_alu.sum",
                             "smsp__inst_executed_pipe_tex.sum",
                             "lts__d_atomic_input_cycles_active.max",
                             "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
                             "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum",
                             "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
                             "smsp__inst_executed_pipe_fmaheavy.sum",
                             "smsp__inst_executed_pipe_cbu_pred_on_any.sum",
                             "smsp__inst_executed_pipe_adu.sum",
                             "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum",
                             "lts__t_tag_requests.sum",
                             "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
                             "sm__inst_executed_pipe_uniform.avg.pct_of_peak_sustained_elapsed",
                             "l1tex__m_l1tex2xbar_req_cycles_active.avg.pct_of_peak_sustained_elapsed",
                             "lts__xbar2lts_cycles_active.avg.pct_of_peak_sustained_elapsed",
                             "lts__ltcfabric2ltc_cycles_active.avg.pct_of_peak_sustained_elapsed"})
        counters[name] = 0;
    return counters;
}

/// As an earlier version counted: without the pipes that were added since.
std::map<std::string, double> counted_before()
{
    auto counters = idle();
    std::erase_if(counters, [](const auto& counter) {
        const std::string& name = counter.first;
        return name.ends_with("elapsed") || name.find("fmaheavy") != std::string::npos ||
               name.find("_cbu") != std::string::npos || name.find("_adu") != std::string::npos ||
               name.find("op_misc") != std::string::npos || name.find("tag_requests") != std::string::npos;
    });
    return counters;
}

Measurement made(std::map<std::string, double> counters, double seconds = 1e-3)
{
    Measurement measurement;
    measurement.seconds = SampleStatistics{seconds, seconds, seconds, 0, 10};
    measurement.counters = std::move(counters);
    return measurement;
}

struct Bound {
    const char* resource;
    const char* counter;
    double in_a_millisecond;  ///< what the roof allows
};

constexpr Bound bounds[] = {
    {"dram_read", "dram__bytes_read.sum", 4e9},
    {"dram_write", "dram__bytes_write.sum", 4e9},
    {"l2_read", "lts__t_sectors_srcunit_tex_op_read.sum", 2e8},
    {"l2_write", "lts__t_sectors_srcunit_tex_op_write.sum", 1e8},
    {"l1", "l1tex__data_pipe_lsu_wavefronts.sum", 2e8},
    {"constant", "idc__requests.sum", 1e8},
    {"texture", "smsp__inst_executed_pipe_tex.sum", 1e9 / 32},
    {"fp32", "smsp__inst_executed_pipe_fma.sum", 1e9},
    {"fp64", "smsp__inst_executed_pipe_fp64.sum", 5e8},
    {"special", "smsp__inst_executed_pipe_xu.sum", 1e8},
    {"integer", "smsp__inst_executed_pipe_alu.sum", 5e8},
    {"issue", "smsp__inst_issued.sum", 1e9},
    {"atomics", "lts__d_atomic_input_cycles_active.max", 1e6},
    {"fma_heavy", "smsp__inst_executed_pipe_fmaheavy.sum", 5e8},
    {"tensor", "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", 100},
    {"uniform", "sm__inst_executed_pipe_uniform.avg.pct_of_peak_sustained_elapsed", 100},
    {"branches", "smsp__inst_executed_pipe_cbu_pred_on_any.sum", 2e8},
    {"adu", "smsp__inst_executed_pipe_adu.sum", 1e8},
    {"sm_network", "l1tex__m_l1tex2xbar_req_cycles_active.avg.pct_of_peak_sustained_elapsed", 100},
    {"l2_requests", "lts__t_tag_requests.sum", 1e8},
    {"l2_entry", "lts__xbar2lts_cycles_active.avg.pct_of_peak_sustained_elapsed", 100},
    {"l2_link", "lts__ltcfabric2ltc_cycles_active.avg.pct_of_peak_sustained_elapsed", 100},
};

TEST(TimeAccount, EachResourceLimitsALaunchThatUsesNothingElse)
{
    for (const Bound& bound : bounds)
        for (const double used : {0.95, 0.61}) {
            auto counters = idle();
            counters[bound.counter] = used * bound.in_a_millisecond;
            Measurement measurement = made(counters);
            explain(measurement, made_roofs());
            ASSERT_TRUE(measurement.limited_by) << bound.resource;
            EXPECT_EQ(measurement.limited_by->resource, bound.resource);
            EXPECT_NEAR(*measurement.limited_by->share, used, 1e-9) << bound.resource;
            const TimeShare* part = find_share(measurement, bound.resource);
            ASSERT_NE(part, nullptr) << bound.resource;
            EXPECT_NEAR(part->share, used, 1e-9) << bound.resource;
            EXPECT_NEAR(part->amount / part->roof, used * 1e-3, 1e-9) << bound.resource;
        }
}

/// Each cause is made false by taking its counter away: the account must then name something else, or latency.
TEST(TimeAccount, WithoutItsCounterAResourceIsNotNamed)
{
    for (const Bound& bound : bounds) {
        auto counters = idle();
        counters["smsp__inst_issued.sum"] = 0.4e9;
        counters[bound.counter] = 0.9 * bound.in_a_millisecond;
        Measurement with = made(counters);
        explain(with, made_roofs());
        counters.erase(bound.counter);
        Measurement without = made(counters);
        explain(without, made_roofs());
        ASSERT_TRUE(with.limited_by && without.limited_by) << bound.resource;
        EXPECT_EQ(with.limited_by->resource, bound.resource);
        EXPECT_EQ(without.limited_by->resource, "latency") << bound.resource;
        EXPECT_EQ(find_share(without, bound.resource), nullptr);
    }
}

TEST(TimeAccount, ShufflesTakePassesOfThePipeButAreNoSharedMemory)
{
    auto counters = idle();
    counters["l1tex__data_pipe_lsu_wavefronts.sum"] = 1.8e8;
    counters["l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"] = 1.6e8;
    counters["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum"] = 1.2e8;
    Measurement measurement = made(counters);
    explain(measurement, made_roofs());
    EXPECT_EQ(measurement.limited_by->resource, "shuffles");
    EXPECT_NEAR(*measurement.limited_by->share, 0.9, 1e-9) << "all three use one pipe";
    EXPECT_NEAR(find_share(measurement, "shuffles")->share, 0.6, 1e-9);
    EXPECT_NEAR(find_share(measurement, "shared")->share, 0.2, 1e-9);
    EXPECT_NEAR(find_share(measurement, "l1")->share, 0.1, 1e-9);
}

/// Nearly all that is read from DRAM passes there, half of it: where both are busy, memory is the cause.
TEST(TimeAccount, TheLinkBetweenTheL2sHalvesIsNamedOnlyWhereItIsClearlyBusier)
{
    auto counters = idle();
    counters["dram__bytes_read.sum"] = 0.85 * 4e9;
    counters["lts__ltcfabric2ltc_cycles_active.avg.pct_of_peak_sustained_elapsed"] = 90;
    Measurement measurement = made(counters);
    explain(measurement, made_roofs());
    EXPECT_EQ(measurement.limited_by->resource, "dram_read");
    (*measurement.counters)["dram__bytes_read.sum"] = 0.7 * 4e9;
    explain(measurement, made_roofs());
    EXPECT_EQ(measurement.limited_by->resource, "l2_link");
    EXPECT_NEAR(*measurement.limited_by->share, 0.9, 1e-9);
    EXPECT_TRUE(is_busy_time(*find_share(measurement, "l2_link")));
    EXPECT_FALSE(is_busy_time(*find_share(measurement, "dram_read")));
}

TEST(TimeAccount, TheTensorCoresRoofIsTheRateOfHalfProducts)
{
    auto counters = idle();
    counters["sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed"] = 80;
    Measurement measurement = made(counters);
    explain(measurement, made_roofs());
    const TimeShare* tensor = find_share(measurement, "tensor");
    ASSERT_NE(tensor, nullptr);
    EXPECT_EQ(tensor->roof, 6e14);
    EXPECT_EQ(tensor->unit, "FLOP");
    EXPECT_NEAR(tensor->amount, 0.8 * 6e11, 1);
    EXPECT_TRUE(is_busy_time(*tensor));
    Roofs without = made_roofs();
    std::erase_if(without.rates, [](const Roof& roof) { return roof.resource == "tensor_fp16"; });
    explain(measurement, without);
    EXPECT_NEAR(find_share(measurement, "tensor")->share, 0.8, 1e-9);
    EXPECT_EQ(find_share(measurement, "tensor")->unit, "seconds busy");
}

/// A recording of an earlier version, with that version's roofs: its account is the one that it had.
TEST(TimeAccount, RecordingsWithoutTheLaterPipesKeepTheirAccount)
{
    Roofs earlier = made_roofs();
    earlier.rates.resize(14);
    auto counters = counted_before();
    counters["lts__t_sectors_srcunit_tex_op_write.sum"] = 0.8e8;
    for (const Roofs& roofs : {earlier, made_roofs()}) {
        Measurement measurement = made(counters);
        explain(measurement, roofs);
        ASSERT_TRUE(measurement.time_account);
        EXPECT_EQ(measurement.time_account->size(), 14U);
        EXPECT_EQ(measurement.limited_by->resource, "l2_write");
        EXPECT_FALSE(counts_all_pipes(measurement)) << "so --renew counts again";
    }
    Measurement today = made(idle());
    explain(today, made_roofs());
    EXPECT_TRUE(counts_all_pipes(today));
    // Many later pipes are no substitute for the first ones.
    auto few = idle();
    for (const char* name : {"dram__bytes_read.sum", "dram__bytes_write.sum", "smsp__inst_issued.sum"}) few.erase(name);
    Measurement measurement = made(few);
    explain(measurement, made_roofs());
    EXPECT_FALSE(measurement.time_account);
}

TEST(TimeAccount, SharedMemorysPassesAreNotTheL1s)
{
    auto counters = idle();
    counters["l1tex__data_pipe_lsu_wavefronts.sum"] = 1.8e8;
    counters["l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"] = 1.5e8;
    Measurement measurement = made(counters);
    explain(measurement, made_roofs());
    EXPECT_NEAR(find_share(measurement, "shared")->share, 0.75, 1e-9);
    EXPECT_NEAR(find_share(measurement, "l1")->share, 0.15, 1e-9);
    // They share one piece of hardware: it is busy for both.
    EXPECT_EQ(measurement.limited_by->resource, "shared");
    EXPECT_NEAR(*measurement.limited_by->share, 0.9, 1e-9);
}

TEST(TimeAccount, ACopyIsBoundByDramThoughEachDirectionNeedsHalfTheTime)
{
    auto counters = idle();
    counters["dram__bytes_read.sum"] = 1.9e9;
    counters["dram__bytes_write.sum"] = 1.8e9;
    Measurement measurement = made(counters);
    explain(measurement, made_roofs());
    EXPECT_EQ(measurement.limited_by->resource, "dram_read");
    EXPECT_NEAR(*measurement.limited_by->share, 0.925, 1e-9);
}

TEST(TimeAccount, APipeThatTakesEveryIssueSlotIsTheLimitAndNotTheSlots)
{
    auto counters = idle();
    counters["smsp__inst_issued.sum"] = 0.97e9;
    counters["smsp__inst_executed_pipe_fma.sum"] = 0.94e9;
    Measurement measurement = made(counters);
    explain(measurement, made_roofs());
    EXPECT_EQ(measurement.limited_by->resource, "fp32");
    EXPECT_NEAR(*measurement.limited_by->share, 0.94, 1e-9);
    (*measurement.counters)["smsp__inst_executed_pipe_fma.sum"] = 0.7e9;
    explain(measurement, made_roofs());
    EXPECT_EQ(measurement.limited_by->resource, "issue");
    EXPECT_NEAR(*measurement.limited_by->share, 0.97, 1e-9);
}

TEST(TimeAccount, LocalMemorysPartIsApart)
{
    auto counters = idle();
    counters["lts__t_sectors_srcunit_tex_op_write.sum"] = 9e7;
    counters["l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"] = 8.64e7;
    counters["lts__t_sectors_srcunit_tex_op_read.sum"] = 4e7;
    counters["l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"] = 9e7;
    counters["l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum"] = 8e7;
    RunResult result;
    result.measurement = made(counters);
    explain(result.measurement, made_roofs());
    EXPECT_EQ(find_share(result.measurement, "l2_write")->local_amount, 8.64e7);
    EXPECT_EQ(find_share(result.measurement, "l2_read")->local_amount, 1e7);
    EXPECT_NEAR(*find_metric("l2_write_local_part")->get(result), 0.96, 1e-9);
    EXPECT_NEAR(*find_metric("l2_read_local_part")->get(result), 0.25, 1e-9);
    EXPECT_NEAR(*find_metric("l2_write_share")->get(result), 0.9, 1e-9);
    EXPECT_NEAR(*find_metric("limit_share")->get(result), 0.9, 1e-9);
    EXPECT_EQ(find_share(result.measurement, "fp32")->local_amount, std::nullopt);
}

TEST(TimeAccount, WhereNothingExplainsEnoughItIsLatencyAndTheStallsSayOfWhat)
{
    auto counters = idle();
    counters["dram__bytes_read.sum"] = 0.59 * 4e9;
    counters["smsp__warps_issue_stalled_long_scoreboard.sum"] = 700;
    counters["smsp__warps_issue_stalled_wait.sum"] = 100;
    counters["smsp__warps_issue_stalled_selected.sum"] = 50;
    counters["smsp__warps_issue_stalled_lg_throttle.sum"] = 150;
    counters["smsp__warps_issue_stalled_barrier.sum"] = 0;
    RunResult result;
    result.measurement = made(counters);
    explain(result.measurement, made_roofs());
    EXPECT_EQ(result.measurement.limited_by->resource, "latency");
    EXPECT_NEAR(*result.measurement.limited_by->share, 0.8, 1e-9);  // what waits for a busy unit is not among it
    ASSERT_TRUE(result.measurement.stall_reasons);
    EXPECT_EQ(result.measurement.stall_reasons->size(), 4U);
    EXPECT_NEAR(result.measurement.stall_reasons->at("long_scoreboard"), 0.7, 1e-9);
    EXPECT_EQ(largest_stall(*result.measurement.stall_reasons), "long_scoreboard");
    EXPECT_NEAR(*find_metric("stalled_long_scoreboard")->get(result), 0.7, 1e-9);
    EXPECT_NEAR(*find_metric("issuing_share")->get(result), 0.05, 1e-9);
    EXPECT_NEAR(*find_metric("limit_share")->get(result), 0.59, 1e-9);
}

TEST(TimeAccount, WithoutStallReasonsLatencyHasNoShare)
{
    Measurement measurement = made(idle());
    explain(measurement, made_roofs());
    EXPECT_EQ(measurement.limited_by->resource, "latency");
    EXPECT_EQ(measurement.limited_by->share, std::nullopt);
    EXPECT_EQ(measurement.stall_reasons, std::nullopt);
}

TEST(TimeAccount, AtALowerClockTheSmDoesLessAndMemoryDoesNot)
{
    auto counters = idle();
    counters["smsp__inst_issued.sum"] = 5e8;
    counters["dram__bytes_read.sum"] = 1e9;
    Measurement measurement = made(counters);
    measurement.sm_clock_hz = 1e9;  // half
    explain(measurement, made_roofs());
    EXPECT_NEAR(find_share(measurement, "issue")->share, 1, 1e-9);
    EXPECT_NEAR(find_share(measurement, "dram_read")->share, 0.25, 1e-9);
}

TEST(TimeAccount, TheOtherNamesOfAChipCountToo)
{
    auto counters = idle();
    counters.erase("dram__bytes_read.sum");
    counters["dram__bytes_op_read.sum"] = 3e9;
    Measurement measurement = made(counters);
    explain(measurement, made_roofs());
    EXPECT_NEAR(find_share(measurement, "dram_read")->share, 0.75, 1e-9);
}

TEST(TimeAccount, CountersOfAnEarlierVersionHaveNone)
{
    Measurement measurement = made({{"dram__bytes_read.sum", 4e9}, {"lts__t_sectors_srcunit_tex_op_read.sum", 1e8}});
    explain(measurement, made_roofs());
    EXPECT_FALSE(measurement.time_account);
    EXPECT_FALSE(measurement.limited_by);
    measurement = made(idle());
    explain(measurement, {});
    EXPECT_FALSE(measurement.time_account);
    measurement.counters.reset();
    explain(measurement, made_roofs());
    EXPECT_FALSE(measurement.time_account);
}

TEST(Roofs, OfMorePartsAreKept)
{
    std::optional<Roofs> fewer = made_roofs(), all = made_roofs();
    fewer->rates.resize(14);
    all->date = "later";
    EXPECT_EQ(of_more_parts(fewer, all), all);
    EXPECT_EQ(of_more_parts(all, fewer), all);
    EXPECT_EQ(of_more_parts(std::nullopt, fewer), fewer);
    EXPECT_EQ(of_more_parts(fewer, std::nullopt), fewer);
    EXPECT_EQ(of_more_parts(made_roofs(), all)->date, "") << "the first of two alike";
}

TEST(Roofs, AreWrittenAsAPersonReadsThem)
{
    EXPECT_EQ(format_rate(4.42e12, "bytes"), "4.42 TB/s");
    EXPECT_EQ(format_rate(1.4e11, "sectors"), "4.48 TB/s");
    EXPECT_EQ(format_rate(3.11e13, "operations"), "31.1 T operations/s");
    EXPECT_EQ(format_rate(1.36e9, "requests"), "1.36 G requests/s");
    EXPECT_EQ(format_rate(6.02e13, "FLOP"), "60.2 TFLOP/s");
    EXPECT_EQ(format_rate(5.5e11, "bytes"), "550 GB/s");
}

}  // namespace
}  // namespace spillway::model
