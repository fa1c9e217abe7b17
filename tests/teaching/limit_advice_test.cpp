// Advice from the account of the time, for each limiting resource and each stall reason.

#include "app/teaching/limit_advice.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "app/model/experiment.h"

namespace spillway::teaching {
namespace {

/// Limited by one resource for 95 % of the time.
model::RunResult limited(const std::string& resource, const std::string& unit, double amount = 1e6,
                         std::optional<double> local = std::nullopt)
{
    model::RunResult result;
    result.measurement.seconds = model::SampleStatistics{1e-3, 1e-3, 1e-3, 0, 25};
    result.measurement.counters.emplace();
    result.measurement.time_account = std::vector<model::TimeShare>{{resource, amount, local, unit, 1e9, 0.95}};
    result.measurement.limited_by = model::LimitedBy{resource, 0.95};
    return result;
}

model::RunResult waiting(const std::string& stall)
{
    model::RunResult result = limited("issue", "instructions");
    result.measurement.time_account->front().share = 0.2;
    result.measurement.limited_by = model::LimitedBy{"latency", 0.7};
    result.measurement.stall_reasons = std::map<std::string, double>{{stall, 0.7}, {"selected", 0.2}};
    return result;
}

TEST(LimitAdvice, EachResourceHasItsOwnAdvice)
{
    for (const auto& [resource, unit, words] : std::vector<std::array<std::string, 3>>{
             {"dram_read", "bytes", "Only moving fewer bytes"},
             {"dram_write", "bytes", "Only moving fewer bytes"},
             {"l2_read", "sectors", "Only fewer sectors"},
             {"l2_write", "sectors", "Only fewer sectors"},
             {"l1", "wavefronts", "wider accesses, or values kept in registers or shared memory"},
             {"shared", "wavefronts", "wider accesses, or values kept in registers."},
             {"constant", "requests", "one address for all of a warp"},
             {"texture", "texels", "fewer texels"},
             {"fp32", "operations", "fewer FP32 instructions"},
             {"fp64", "operations", "fewer FP64 instructions"},
             {"special", "operations", "fewer special functions"},
             {"integer", "operations", "fewer integer instructions"},
             {"issue", "instructions", "Only fewer instructions"},
             {"atomics", "operations", "more addresses"},
             {"fma_heavy", "operations", "fewer integer multiply-adds"},
             {"tensor", "FLOP", "fewer products on the tensor cores"},
             {"uniform", "seconds busy", "fewer uniform instructions"},
             {"branches", "instructions", "fewer branches, calls and returns"},
             {"adu", "instructions", "fewer barriers"},
             {"shuffles", "wavefronts", "fewer shuffles"},
             {"sm_network", "seconds busy", "moving less between an SM and the L2"},
             {"l2_requests", "requests", "neighbouring addresses share one"},
             {"l2_entry", "seconds busy", "fewer or fuller requests"},
             {"l2_link", "seconds busy", "Half of the L2 is far"}})
        EXPECT_NE(what_would_help(limited(resource, unit)).find(words), std::string::npos)
            << resource << ": " << what_would_help(limited(resource, unit));
}

TEST(LimitAdvice, OnlyIsSaidWhereTheResourceHasNoTimeToSpare)
{
    model::RunResult result = limited("issue", "instructions");
    EXPECT_TRUE(what_would_help(result).starts_with("Only fewer instructions")) << what_would_help(result);
    EXPECT_TRUE(what_would_help(result, false).starts_with("Fewer instructions")) << "a variant beside it is faster";
    result.measurement.limited_by->share = 0.67;
    result.measurement.stall_reasons = std::map<std::string, double>{{"short_scoreboard", 0.3}, {"selected", 0.2}};
    EXPECT_EQ(what_would_help(result),
              "Fewer instructions make this faster. Warps also wait for shared or constant memory or a special "
              "function: 30 % of their time.");
}

TEST(LimitAdvice, ALatencyBenchmarkIsCalledOne)
{
    model::RunResult result = waiting("barrier");
    result.measurement.cycles_per_access = 30;
    EXPECT_TRUE(what_would_help(result).starts_with("This kernel measures latency")) << what_would_help(result);
}

TEST(LimitAdvice, LocalMemorysPartDecides)
{
    EXPECT_EQ(what_would_help(limited("l2_write", "sectors", 100, 90)),
              "Every store to local memory goes on to the L2: only fewer stores make this faster.");
    EXPECT_EQ(what_would_help(limited("l2_read", "sectors", 100, 90)),
              "Most of this is local memory that missed the L1: only less local memory makes this faster.");
    model::RunResult result = limited("dram_write", "bytes");
    result.measurement.time_account->push_back({"l2_write", 100, 97.0, "sectors", 1e9, 0.5});
    EXPECT_EQ(what_would_help(result),
              "97 % of the L2's writes are local memory's: only less local memory makes this "
              "faster. Next: L2 writes, 50 % of the time.");
    result = limited("l1", "wavefronts");
    *result.measurement.counters = {{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", 300},
                                    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 100}};
    EXPECT_EQ(what_would_help(result),
              "75 % of its sectors are local memory's: only less local memory makes this faster.");
}

TEST(LimitAdvice, BytesThatWereNotAskedForAreNamedWithTheirShare)
{
    model::RunResult result = limited("dram_read", "bytes", 1e6);
    result.measurement.requested_bytes_per_second = 1.25e8;
    EXPECT_EQ(what_would_help(result),
              "The kernel asked for 12 % of the bytes that moved: neighbouring threads at "
              "neighbouring addresses move fewer.");
    result.measurement.requested_bytes_per_second = 0.9e9;
    EXPECT_EQ(what_would_help(result), "Only moving fewer bytes makes this faster.");
}

TEST(LimitAdvice, BankConflictsAreNamedWithTheirShareAndFp64WithItsRoof)
{
    model::RunResult result = limited("shared", "wavefronts");
    *result.measurement.counters = {{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 3200},
                                    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", 3100}};
    EXPECT_EQ(what_would_help(result), "97 % of the passes are bank conflicts: another pitch avoids them.");
    result = limited("fp64", "operations");
    result.measurement.time_account->push_back({"fp32", 1, std::nullopt, "operations", 64e9, 0.01});
    EXPECT_EQ(what_would_help(result),
              "Only fewer FP64 instructions make this faster: this GPU does 64 times as many in FP32.");
}

TEST(LimitAdvice, WhatWouldLimitNextIsNamedUnlessItSharesTheHardware)
{
    model::RunResult result = limited("dram_read", "bytes");
    result.measurement.time_account->push_back({"dram_write", 1, std::nullopt, "bytes", 1e9, 0.15});
    result.measurement.time_account->push_back({"issue", 1, std::nullopt, "instructions", 1e9, 0.4});
    EXPECT_EQ(what_would_help(result),
              "Only moving fewer bytes makes this faster. Next: Issue slots, 40 % of the time.");
}

TEST(LimitAdvice, EachStallReasonHasItsOwnAdvice)
{
    for (const auto& [stall, words] : std::vector<std::pair<std::string, std::string>>{
             {"barrier", "fewer barriers"},
             {"branch_resolving", "Fewer branches and calls"},
             {"no_instruction", "Shorter code"},
             {"imc_miss", "constants"},
             {"drain", "Fewer stores"},
             {"lg_throttle", "wider global and local accesses"},
             {"mio_throttle", "wider accesses to shared memory"},
             {"tex_throttle", "Fewer texture reads"},
             {"math_pipe_throttle", "Fewer instructions for that pipe"},
             {"long_scoreboard", "More warps, or more independent work in each"},
             {"short_scoreboard", "More warps, or more independent work in each"},
             {"wait", "More warps, or more independent work in each"}})
        EXPECT_NE(what_would_help(waiting(stall)).find(words), std::string::npos) << what_would_help(waiting(stall));
}

TEST(LimitAdvice, MoreWarpsAreNotAdvisedIfAllSlotsAreTaken)
{
    model::RunResult result = waiting("long_scoreboard");
    result.occupancy.emplace().theoretical = 0.5;
    EXPECT_EQ(what_would_help(result),
              "50 % of the warp slots are taken: more warps, or more independent work in each, "
              "can fill the wait.");
    result.occupancy->theoretical = 1;
    EXPECT_EQ(what_would_help(result),
              "The SM has all the warps that fit; more independent work in each can fill the wait.");
}

TEST(LimitAdvice, ASmallLaunchIsNotCalledAFullSm)
{
    model::RunResult result = waiting("long_scoreboard");
    result.occupancy.emplace().theoretical = 1;
    result.measurement.counters = {{"sm__warps_active.avg.pct_of_peak_sustained_active", 25}};
    EXPECT_TRUE(leaves_slots_empty(result));
    EXPECT_EQ(what_would_help(result),
              "On average 25 % of the warp slots are taken, where 100 % can be: more blocks, or more independent work "
              "in each thread, can fill the wait.");
    (*result.measurement.counters)["sm__warps_active.avg.pct_of_peak_sustained_active"] = 97;
    EXPECT_FALSE(leaves_slots_empty(result));
}

TEST(LimitAdvice, NothingIsSaidWithoutCounters)
{
    EXPECT_EQ(what_would_help(model::RunResult{}), "");
    EXPECT_TRUE(may_gain_from_warps(model::RunResult{}));
    EXPECT_TRUE(may_gain_from_warps(waiting("wait")));
    EXPECT_FALSE(may_gain_from_warps(limited("l1", "wavefronts")));
}

TEST(LimitAdvice, SpillsThatLimitAreRemovedByTheKnobsThatCauseThem)
{
    model::Experiment experiment;
    experiment.knobs = model::standard_knobs();
    model::RunResult result = limited("l2_write", "sectors", 100, 90);
    result.compile.emplace().spill_store_bytes = 92;
    result.parameters = {{"register_cap", std::int64_t{32}},
                         {"min_blocks_per_sm", std::int64_t{0}},
                         {"spill_target", std::string("local")}};
    const std::vector<Step> steps = steps_against_limit(result, experiment);
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0].what, "Lift the register cap");
    EXPECT_EQ(steps[0].set, (model::Values{{"register_cap", std::int64_t{0}}}));
    EXPECT_EQ(steps[1].what, "Spill to shared memory");
    result.measurement.time_account->front().local_amount = 10;
    EXPECT_TRUE(steps_against_limit(result, experiment).empty()) << "something else is written";
    result.measurement.time_account->front().local_amount = 90;
    result.compile->spill_store_bytes = 0;
    EXPECT_TRUE(steps_against_limit(result, experiment).empty()) << "an array, which no knob moves";
}

}  // namespace
}  // namespace spillway::teaching
