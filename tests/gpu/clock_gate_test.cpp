#include "app/gpu/clock_gate.h"

#include <gtest/gtest.h>

namespace spillway::gpu {
namespace {

TEST(ClockGate, RefusesWhatWasTakenAtALoweredClock)
{
    ClockGate gate(2e9);
    EXPECT_TRUE(gate.accepts(1.98e9));
    EXPECT_TRUE(gate.accepts(1.5e9));
    EXPECT_FALSE(gate.accepts(1.4e9));
    EXPECT_TRUE(gate.accepts(std::nullopt)) << "a clock that is not known says nothing against a sample";
}

TEST(ClockGate, TakesAGpuAsItIsThatNeverComesThatFar)
{
    ClockGate gate(2e9);
    for (int i = 0; i < ClockGate::max_refusals; ++i) EXPECT_FALSE(gate.accepts(1e9)) << i;
    EXPECT_TRUE(gate.accepts(1e9));
    EXPECT_FALSE(gate.accepts(0.7e9)) << "lowered against what it does now";
}

TEST(ClockGate, RefusalsCountInARowOnly)
{
    ClockGate gate(2e9);
    for (int i = 0; i < 3 * ClockGate::max_refusals; ++i) EXPECT_EQ(gate.accepts(i % 2 == 0 ? 1e9 : 1.9e9), i % 2 != 0);
}

}  // namespace
}  // namespace spillway::gpu
