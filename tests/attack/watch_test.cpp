// No wait for a worker is endless: silence, half lines, a stopped process. Short timeouts keep the test quick.

#include <chrono>

#include <gtest/gtest.h>

#include "app/worker_client/dispatcher.h"

namespace spillway::worker_client {
namespace {

/// Polls until `done`, at most for half a minute.
template <typename Done>
bool poll_until(Dispatcher& dispatcher, Done done)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!done() && std::chrono::steady_clock::now() < deadline) dispatcher.wait_and_poll(0.05);
    return done();
}

TEST(Watch, AWorkerThatSaysNothingIsReplacedAndAtLastGivenUp)
{
    for (const char* lie : {"silent", "half", "stopped"}) {
        Dispatcher dispatcher({LYING_WORKER, lie}, {}, {20, 0.1, 0.4});
        protocol::Run run;
        run.job.compile.source_hash = "hash";
        std::optional<Unanswered> answer;
        dispatcher.submit(run, [&](const Answer& given) {
            if (const auto* none = std::get_if<Unanswered>(&given)) answer = *none;
        });
        EXPECT_TRUE(poll_until(dispatcher, [&] { return answer.has_value(); })) << lie;
        ASSERT_TRUE(answer) << lie;
        EXPECT_NE(answer->why.what.find("no sign of life"), std::string::npos) << answer->why.what;
        EXPECT_GE(dispatcher.status().restarts, 2);
    }
}

TEST(Watch, ThreeThatLeaveInVainAreTheLastUntilSomebodyTriesAgain)
{
    Dispatcher dispatcher({LYING_WORKER, "leaving"}, {});
    std::vector<Answer> answers;
    dispatcher.submit(protocol::Run{}, [&](const Answer& given) { answers.push_back(given); });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return !answers.empty(); }));
    EXPECT_EQ(dispatcher.status().state, WorkerState::unavailable);
    EXPECT_LE(dispatcher.status().restarts, 4);
    dispatcher.restart();
    EXPECT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().state == WorkerState::ready; }));
}

TEST(Watch, LooksByTheClockItIsGiven)
{
    WorkerWatch watch({60, 5, 15});
    watch.on_start(100);
    EXPECT_FALSE(watch.look(159, false, {}).why_dead);
    EXPECT_TRUE(watch.look(161, false, {}).why_dead) << "no greeting";
    watch.on_greeting(110);
    EXPECT_FALSE(watch.look(1000, true, {}).ask) << "nothing is awaited: nothing is asked";
    watch.on_first_request(1000);
    EXPECT_FALSE(watch.look(1004, true, 60).ask);
    EXPECT_TRUE(watch.look(1006, true, 60).ask);
    EXPECT_FALSE(watch.look(1007, true, 60).ask) << "once";
    watch.on_line(1008);
    EXPECT_TRUE(watch.look(1014, true, 60).ask);
    EXPECT_TRUE(watch.look(1030, true, 60).why_dead) << "no sign of life";
    watch.on_line(1031);
    EXPECT_TRUE(watch.look(1061, true, 60).why_dead) << "alive, and yet no answer for longer than one may take";
}

/// How long a program waits for workers that never greet: what one sends byte by byte is not a greeting either.
double seconds_until_given_up(bool is_far)
{
    WorkerWatch watch;
    double now = 0;
    while (true) {
        watch.on_start(now, is_far);
        while (!watch.look(now, false, {}).why_dead) now += 0.5;
        const auto wait = watch.seconds_to_next_start(is_far);
        if (!wait) return now;
        now += *wait;
    }
}

TEST(Watch, GreetingsThatNeverComeAreWaitedForTwiceHereAndLongerFromAfar)
{
    EXPECT_NEAR(seconds_until_given_up(false), 40, 3);
    EXPECT_GT(seconds_until_given_up(true), 180) << "a machine that wakes up, a network that comes back";
    EXPECT_LT(seconds_until_given_up(true), 300);
}

TEST(Watch, ProvisionalAnswersKeepNoWorkerForEver)
{
    // A worker that never ends sends a provisional result every four seconds.
    WorkerWatch watch({60, 5, 15});
    watch.on_start(0);
    watch.on_greeting(1);
    watch.on_first_request(2);
    std::optional<double> first;
    double now = 2;
    for (; now < 7200 && !watch.look(now, true, 40).why_dead; now += 4) {
        watch.on_line(now);
        watch.on_provisional(now, first);
    }
    EXPECT_GT(now, 180) << "one that waits for the GPU's turn is given its time";
    EXPECT_LT(now, 300);
}

TEST(Watch, WaitsLongerBeforeEachStartAndForgetsThatWithAnAnswer)
{
    WorkerWatch watch;
    for (int round = 0; round < 2; ++round) {
        double before = -1;
        for (int life = 0; life < WorkerWatch::max_useless_lives; ++life) {
            const auto wait = watch.seconds_to_next_start();
            ASSERT_TRUE(wait);
            EXPECT_GT(*wait, before);
            before = *wait;
        }
        EXPECT_FALSE(watch.seconds_to_next_start());
        watch.on_answer(1);
    }
}

}  // namespace
}  // namespace spillway::worker_client
