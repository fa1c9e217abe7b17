#include "app/teaching/next_step.h"

#include <gtest/gtest.h>

namespace spillway::teaching {
namespace {

using Result = std::shared_ptr<const model::RunResult>;

model::RunResult setting(int blocks, std::int64_t spilled, std::optional<double> seconds = std::nullopt)
{
    model::RunResult result;
    result.compile.emplace().spill_store_bytes = spilled;
    result.occupancy.emplace().blocks_per_sm = blocks;
    result.occupancy->warps_per_sm = 8 * blocks;
    result.occupancy->theoretical = blocks / 8.0;
    if (seconds) {
        result.measurement.source = model::MeasurementSource::recorded;
        result.measurement.seconds = model::SampleStatistics{*seconds, *seconds, *seconds, 0.001, 25};
    }
    return result;
}

TakenStep taken(const char* what, const model::RunResult& result)
{
    return {{what, {{what, std::int64_t{1}}}}, std::make_shared<const model::RunResult>(result)};
}

TEST(NextStep, IsOfferedOnceItsResultIsKnown)
{
    const model::RunResult now = setting(6, 0);
    const NextStep unknown = choose_step("A 7th block needs more.", now, {{{"Cap at 32 registers", {}}, nullptr}});
    EXPECT_EQ(unknown.sentence, "A 7th block needs more.");
    EXPECT_FALSE(unknown.offered);
    EXPECT_EQ(unknown.verdict, "");
    const NextStep known = choose_step("", now, {taken("Cap at 32 registers", setting(8, 92))});
    ASSERT_TRUE(known.offered);
    EXPECT_EQ(known.offered->what, "Cap at 32 registers");
    EXPECT_EQ(known.price, "8 blocks instead of 6, 64 warps instead of 48, 92 bytes more spilled");
    EXPECT_EQ(known.verdict, "") << "without a time nothing is said of what pays";
}

TEST(NextStep, TheFasterOneIsOfferedAndASlowerOneIsCalledSo)
{
    const model::RunResult now = setting(6, 0, 1);
    const NextStep pays = choose_step("", now, {taken("a", setting(8, 92, 1.2)), taken("b", setting(7, 0, 0.8))});
    EXPECT_EQ(pays.offered->what, "b");
    EXPECT_EQ(pays.price, "7 blocks instead of 6, 56 warps instead of 48, nothing spilled, 25 % faster");
    EXPECT_EQ(pays.verdict, "");
    const NextStep costs = choose_step("", now, {taken("a", setting(8, 92, 1.25)), taken("b", setting(7, 0, 1.002))});
    EXPECT_EQ(costs.offered->what, "b");
    EXPECT_EQ(costs.price, "7 blocks instead of 6, 56 warps instead of 48, nothing spilled, as fast");
    EXPECT_EQ(costs.verdict, "Both alternatives were tried; neither is faster.");
}

TEST(NextStep, AsManyBlocksAreNotCalledOtherOnes)
{
    model::RunResult larger = setting(32, 0);
    larger.occupancy->warps_per_sm = 512;
    const NextStep next = choose_step("", setting(32, 0), {taken("Blocks of 64 threads", larger)});
    EXPECT_EQ(next.price, "still 32 blocks, 512 warps instead of 256, nothing spilled");
}

TEST(NextStep, WithoutTimesTheOneThatSpillsLessIsOffered)
{
    const NextStep next =
        choose_step("", setting(6, 0), {taken("cap", setting(8, 92)), taken("block_size", setting(8, 0))});
    EXPECT_EQ(next.offered->what, "block_size");
}

TEST(NextStep, WhatGainsNothingOrIsRefusedIsNotOffered)
{
    model::RunResult refused = setting(8, 0);
    refused.status = model::Status::compile_error;
    const NextStep next = choose_step("", setting(6, 0), {taken("cap", setting(6, 0)), taken("bound", refused)});
    EXPECT_FALSE(next.offered);
    EXPECT_EQ(next.verdict, "Both alternatives were tried; neither lets another warp in.");
    const NextStep one = choose_step("", setting(6, 0), {taken("cap", setting(6, 0))});
    EXPECT_EQ(one.verdict, "The one alternative tried lets no other warp in.");
}

model::RunResult bound_by_l2_writes(double seconds)
{
    model::RunResult result = setting(6, 92, seconds);
    result.ptx = model::PtxInspection{};
    result.measurement.time_account =
        std::vector<model::TimeShare>{{"l2_write", 1.375e8, 1.32e8, "sectors", 1.4375e11, 0.957},
                                      {"l1", 1e7, std::nullopt, "wavefronts", 2.6e11, 0.1}};
    result.measurement.limited_by = model::LimitedBy{"l2_write", 0.957};
    return result;
}

TEST(NextStep, SaysWhereTheTimeGoesAndWhatFollows)
{
    const NextStep next = choose_step("", bound_by_l2_writes(1e-3), {});
    EXPECT_EQ(next.time,
              "L2 writes: 4.4 of 4.6 TB/s; 96 % of them are spills. Every store to local memory goes on to the L2: "
              "only fewer stores make this faster. Next: L1 passes, 10 % of the time.");
    EXPECT_EQ(choose_step("", setting(6, 0), {}).time, "") << "nothing was counted";
}

TEST(NextStep, WhatTakesTheLimitAwayIsOfferedUnlessItIsNoFaster)
{
    const model::RunResult now = bound_by_l2_writes(1e-3);
    const auto lifted = [&](std::optional<double> seconds, std::int64_t spilled) {
        TakenStep step = taken("Lift the register cap", setting(3, spilled, seconds));
        step.step.aim = Step::Aim::less_local_memory;
        return step;
    };
    const NextStep faster = choose_step("", now, {lifted(1e-4, 0)});
    ASSERT_TRUE(faster.offered);
    EXPECT_EQ(faster.price, "3 blocks instead of 6, 24 warps instead of 48, 92 bytes less spilled, 10 times as fast");
    EXPECT_TRUE(choose_step("", now, {lifted(std::nullopt, 0)}).offered) << "without a time";
    EXPECT_FALSE(choose_step("", now, {lifted(2e-3, 0)}).offered);
    const NextStep useless = choose_step("", now, {lifted(1e-4, 92)});
    EXPECT_FALSE(useless.offered);
    EXPECT_EQ(useless.verdict, "The one alternative tried leaves as much in local memory.");
}

TEST(NextStep, MoreWarpsAreNotOfferedWhereSomethingElseLimitsUnlessTheyAreFaster)
{
    const model::RunResult now = bound_by_l2_writes(1e-3);
    EXPECT_FALSE(choose_step("", now, {taken("Cap at 32 registers", setting(8, 92))}).offered);
    EXPECT_FALSE(choose_step("", now, {taken("Cap at 32 registers", setting(8, 92, 1.1e-3))}).offered);
    EXPECT_TRUE(choose_step("", now, {taken("Cap at 32 registers", setting(8, 92, 0.9e-3))}).offered);
    model::RunResult waiting = now;
    waiting.measurement.limited_by = model::LimitedBy{"latency", 0.8};
    waiting.measurement.stall_reasons = std::map<std::string, double>{{"long_scoreboard", 0.71}, {"selected", 0.1}};
    const NextStep next = choose_step("", waiting, {taken("Cap at 32 registers", setting(8, 92))});
    EXPECT_TRUE(next.offered);
    EXPECT_EQ(
        next.time,
        "No resource is busy enough to be the limit. Busiest: L2 writes, 96 % of the time. Warps wait, mostly "
        "for global, local or texture memory: 71 % of their time. 75 % of the warp slots are taken: more warps, or "
        "more independent work in each, can fill the wait.");
}

}  // namespace
}  // namespace spillway::teaching
