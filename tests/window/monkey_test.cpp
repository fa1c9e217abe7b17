// Hands without a plan, through the real window. `./test.sh monkey [MINUTES]` lets them play as long as one likes.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "monkey.h"

namespace spillway::window {
namespace {

constexpr int acts_of_a_seed = 250;

long number_from(const char* variable, long otherwise)
{
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtol(text, nullptr, 10);
}

/// A seed decides on its worker too, so that the seed alone says all.
WorkerKind worker_of(std::uint64_t seed)
{
    constexpr WorkerKind kinds[] = {WorkerKind::none, WorkerKind::healthy, WorkerKind::dying};
    return kinds[seed % 3];
}

int killed_workers = 0;

/// False where there is no window to play with.
bool play(std::uint64_t seed)
{
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    std::fflush(stdout);
    Monkey monkey(seed, worker_of(seed));
    if (!monkey.is_ready()) return false;
    monkey.play(acts_of_a_seed);
    killed_workers += monkey.kills();
    return true;
}

/// From SPILLWAY_MONKEY_SEED on, one seed after the other, for SPILLWAY_MONKEY_SECONDS.
TEST(Monkey, FindsNothingThatKillsTheWindow)
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(number_from("SPILLWAY_MONKEY_SECONDS", 10));
    auto seed = static_cast<std::uint64_t>(number_from("SPILLWAY_MONKEY_SEED", 1));
    int played = 0;
    do {
        if (!play(seed++)) GTEST_SKIP() << "no OpenGL without a display here";
        ++played;
    } while (Clock::now() < end && !HasFailure());
    std::printf("%d seeds, %d acts, the worker killed %d times\n", played, played * acts_of_a_seed, killed_workers);
}

/// Seeds that once crashed the window, or left it in an impossible state.
class FoundByTheMonkey : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, FoundByTheMonkey, testing::Values(1, 20261125, 20261126));

TEST_P(FoundByTheMonkey, StaysMended)
{
    if (!play(GetParam())) GTEST_SKIP() << "no OpenGL without a display here";
}

}  // namespace
}  // namespace spillway::window
