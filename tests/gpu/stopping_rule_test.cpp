#include "app/gpu/stopping_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace spillway::gpu {
namespace {

/// Feeds samples until the rule is content; at most `most`.
StoppingRule run(const std::function<double(int)>& sample, int most = 100000)
{
    StoppingRule rule;
    for (int i = 0; i < most && !rule.is_trusted(); ++i) rule.add(sample(i));
    return rule;
}

TEST(StoppingRule, TenEqualSamplesAreEnough)
{
    const StoppingRule rule = run([](int) { return 20e-6; });
    EXPECT_EQ(rule.count(), StoppingRule::provisional_samples);
    EXPECT_TRUE(rule.is_provisional());
    EXPECT_EQ(rule.statistics().median, 20e-6);
    EXPECT_EQ(rule.statistics().noise, 0);
}

TEST(StoppingRule, IsProvisionalAtTen)
{
    StoppingRule rule;
    for (int i = 0; i < 10; ++i) {
        EXPECT_FALSE(rule.is_provisional());
        rule.add(i % 2 ? 20e-6 : 30e-6);
    }
    EXPECT_TRUE(rule.is_provisional());
    EXPECT_FALSE(rule.is_trusted());
}

TEST(StoppingRule, NoiseTakesMoreSamplesAndTheMedianIsRight)
{
    std::mt19937 random(7);
    int wrong = 0;
    std::size_t samples = 0;
    for (int trial = 0; trial < 200; ++trial) {
        std::normal_distribution<double> noise(50e-6, 1e-6);
        const StoppingRule rule = run([&](int) { return noise(random); });
        samples += rule.count();
        if (std::abs(rule.statistics().median - 50e-6) > 0.005 * 50e-6) ++wrong;
        EXPECT_NEAR(rule.statistics().noise, 0.02, 0.015);
    }
    EXPECT_GT(samples / 200, 40U) << "1.96 * 1.25 * 2 % / sqrt(n) = 0.5 % at n = 96";
    EXPECT_LE(wrong, 20) << "a 95 % interval, looked at again and again";
}

TEST(StoppingRule, OutliersDoNotMoveTheMedian)
{
    std::mt19937 random(8);
    std::normal_distribution<double> noise(50e-6, 0.05e-6);
    const StoppingRule rule = run([&](int i) { return i % 10 == 3 ? 900e-6 : noise(random); });
    EXPECT_NEAR(rule.statistics().median, 50e-6, 0.1e-6);
    EXPECT_LT(rule.statistics().noise, 0.01);
}

TEST(StoppingRule, DriftIsNotTrustedBeforeTheTimeIsSpent)
{
    // 0.2 % slower each time: the spread of ten samples is small, and the next ten are elsewhere.
    const StoppingRule rule = run([](int i) { return 50e-6 * (1 + 0.002 * i); });
    EXPECT_GT(rule.count(), 100U);
    EXPECT_TRUE(rule.drifts());
    EXPECT_GE(rule.spent_seconds(), StoppingRule::prompt.seconds);
}

TEST(StoppingRule, TwoModesGoOnToTheTime)
{
    const StoppingRule rule = run([](int i) { return i % 2 ? 50e-6 : 75e-6; });
    EXPECT_GE(rule.spent_seconds(), StoppingRule::prompt.seconds);
    EXPECT_NEAR(rule.statistics().p20, 50e-6, 1e-9);
    EXPECT_NEAR(rule.statistics().p80, 75e-6, 1e-9);
}

TEST(StoppingRule, SlowKernelsEndAfterThree)
{
    const StoppingRule rule = run([](int i) { return 0.3 + 0.1 * i; });
    EXPECT_EQ(rule.count(), StoppingRule::least_samples);
    EXPECT_FALSE(rule.interval()) << "three samples have no 95 % interval";
    EXPECT_NEAR(rule.statistics().median, 0.4, 1e-12);
}

TEST(StoppingRule, IsBounded)
{
    StoppingRule rule;
    for (std::size_t i = 0; i < StoppingRule::max_samples; ++i) rule.add(i % 2 ? 1e-6 : 2e-6);
    EXPECT_TRUE(rule.is_trusted());
    EXPECT_EQ(StoppingRule().statistics().samples, 0);
}

TEST(StoppingRule, ALongKernelIsTrustedAfterSix)
{
    StoppingRule rule;
    for (int i = 0; i < 5; ++i) rule.add(2e-3 * (1 + 1e-4 * i));
    EXPECT_FALSE(rule.is_trusted());
    rule.add(2e-3);
    EXPECT_TRUE(rule.is_trusted());
}

TEST(StoppingRule, RefinedTakesMore)
{
    StoppingRule prompt, refined(StoppingRule::refined);
    for (int i = 0; i < 49; ++i)
        for (StoppingRule* rule : {&prompt, &refined}) rule->add(1e-4 * (1 + 1e-4 * (i % 3)));
    EXPECT_TRUE(prompt.is_trusted());
    EXPECT_FALSE(refined.is_trusted());
    refined.add(1e-4);
    EXPECT_TRUE(refined.is_trusted());
}

}  // namespace
}  // namespace spillway::gpu
