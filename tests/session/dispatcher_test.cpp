#include "app/session/dispatcher.h"

#include <gtest/gtest.h>

#include <chrono>

namespace spillway::session {
namespace {

constexpr double patience_seconds = 20;

protocol::Run run_of(const std::string& entry)
{
    protocol::Run run;
    run.job.variant = entry;
    run.job.compile.entry = entry;
    run.job.compile.source_hash = "hash";
    return run;
}

/// Polls until `done` or the patience is over.
template <typename Done>
bool poll_until(Dispatcher& dispatcher, Done done)
{
    const auto begin = std::chrono::steady_clock::now();
    while (!done()) {
        dispatcher.wait_and_poll(0.05);
        if (std::chrono::steady_clock::now() - begin > std::chrono::duration<double>(patience_seconds)) return false;
    }
    return true;
}

std::vector<std::string> command(std::initializer_list<std::string> words = {})
{
    std::vector<std::string> all{STAND_IN_WORKER};
    all.insert(all.end(), words);
    return all;
}

TEST(Dispatcher, AnswersAndSendsTheSourceFirst)
{
    Dispatcher dispatcher(command(), {});
    dispatcher.add_source({"hash", "k.cu", "text"});
    std::optional<protocol::Result> answer;
    dispatcher.submit(run_of("k"), [&](const protocol::FromWorker& m) { answer = std::get<protocol::Result>(m); });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answer.has_value(); }));
    EXPECT_EQ(answer->result.status, model::Status::ok) << *answer->result.message;
    EXPECT_EQ(dispatcher.in_flight(), 0U);
}

TEST(Dispatcher, TheOneThatKillsWorkersIsNamedAndTheOthersAreAnswered)
{
    Dispatcher dispatcher(command(), {});
    dispatcher.add_source({"hash", "k.cu", "text"});
    std::map<std::string, model::Status> answers;
    for (const std::string entry : {"slow_a", "kill_me", "slow_b", "c"})
        dispatcher.submit(run_of(entry), [&, entry](const protocol::FromWorker& m) {
            answers[entry] = std::get<protocol::Result>(m).result.status;
        });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answers.size() == 4; }));
    EXPECT_EQ(answers["kill_me"], model::Status::worker_died);
    for (const char* innocent : {"slow_a", "slow_b", "c"}) EXPECT_EQ(answers[innocent], model::Status::ok) << innocent;
    EXPECT_EQ(dispatcher.status().restarts, 3);
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().state == WorkerState::ready; }));
    const auto log = dispatcher.take_log();
    ASSERT_FALSE(log.empty());
    EXPECT_NE(log.front().error.what.find("signal 9"), std::string::npos) << log.front().error.what;
    EXPECT_NE(log.front().error.what.find("about to fall over"), std::string::npos) << log.front().error.what;
}

TEST(Dispatcher, AWorkerThatNeverStartsIsGivenUpAndWaitersAreAnswered)
{
    Dispatcher dispatcher(command({"refuse_to_start"}), {});
    bool answered = false;
    dispatcher.submit(run_of("k"), [&](const protocol::FromWorker& m) {
        answered = true;
        EXPECT_EQ(std::get<protocol::Result>(m).result.status, model::Status::worker_died);
    });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answered; }));
    EXPECT_EQ(dispatcher.status().state, WorkerState::unavailable);
    EXPECT_NE(dispatcher.status().trouble->what.find("not today"), std::string::npos);
    answered = false;
    dispatcher.submit(run_of("k"), [&](const protocol::FromWorker&) { answered = true; });
    EXPECT_TRUE(poll_until(dispatcher, [&] { return answered; })) << "asked after it was given up";
}

TEST(Dispatcher, NoSuchProgramIsOneSentence)
{
    Dispatcher dispatcher({"/no/such/program"}, {});
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().state == WorkerState::unavailable; }));
    EXPECT_NE(dispatcher.status().trouble->line().find("/no/such/program"), std::string::npos);
}

TEST(Dispatcher, GarbageIsLoggedAndSkipped)
{
    Dispatcher dispatcher(command({"garbage"}), {});
    bool answered = false;
    dispatcher.submit(run_of("k"), [&](const protocol::FromWorker&) { answered = true; });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answered; }));
    const auto log = dispatcher.take_log();
    ASSERT_EQ(log.size(), 2U);
    EXPECT_EQ(log[0].error.what, "the line is not a JSON object");
    EXPECT_EQ(log[1].error.what, "result.id is missing");
}

TEST(Dispatcher, AnotherVersionIsRefused)
{
    Dispatcher dispatcher(command({"old_version"}), {});
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().state == WorkerState::unavailable; }));
    EXPECT_NE(dispatcher.status().trouble->what.find("version 0"), std::string::npos);
}

TEST(Dispatcher, ARestartOnPurposeAsksAgain)
{
    Dispatcher dispatcher(command(), {});
    bool answered = false;
    dispatcher.submit(run_of("hang"), [&](const protocol::FromWorker&) { answered = true; });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().state == WorkerState::ready; }));
    dispatcher.restart();
    ASSERT_TRUE(poll_until(dispatcher, [&] {
        return dispatcher.status().restarts == 1 && dispatcher.status().state == WorkerState::ready;
    }));
    EXPECT_EQ(dispatcher.in_flight(), 1U);
    EXPECT_FALSE(answered);
}

TEST(Dispatcher, EndsInBoundedTimeWithAHangingWorker)
{
    const auto begin = std::chrono::steady_clock::now();
    {
        Dispatcher dispatcher(command({"no_hello"}), {});
        dispatcher.wait_and_poll(0.1);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace spillway::session
