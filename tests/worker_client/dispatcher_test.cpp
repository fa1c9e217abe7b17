#include "app/worker_client/dispatcher.h"

#include <gtest/gtest.h>

#include <chrono>

namespace spillway::worker_client {
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
    dispatcher.submit(run_of("k"), [&](const Answer& m) { answer = std::get<protocol::Result>(m); });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answer.has_value(); }));
    EXPECT_EQ(answer->result.status, model::Status::ok) << *answer->result.message;
    EXPECT_EQ(dispatcher.in_flight(), 0U);
}

TEST(Dispatcher, TheOneThatKillsWorkersIsNamedAndTheOthersAreAnswered)
{
    Dispatcher dispatcher(command(), {});
    dispatcher.add_source({"hash", "k.cu", "text"});
    std::map<std::string, Answer> answers;
    for (const std::string entry : {"slow_a", "kill_me", "slow_b", "c"})
        dispatcher.submit(run_of(entry), [&, entry](const Answer& m) { answers.emplace(entry, m); });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answers.size() == 4; }));
    const auto* killer = std::get_if<Unanswered>(&answers.at("kill_me"));
    ASSERT_NE(killer, nullptr);
    EXPECT_TRUE(killer->is_to_blame);
    for (const char* innocent : {"slow_a", "slow_b", "c"}) {
        const auto* result = std::get_if<protocol::Result>(&answers.at(innocent));
        ASSERT_NE(result, nullptr) << innocent;
        EXPECT_EQ(result->result.status, model::Status::ok) << innocent;
    }
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
    dispatcher.submit(run_of("k"), [&](const Answer& m) {
        answered = true;
        const auto* unanswered = std::get_if<Unanswered>(&m);
        ASSERT_NE(unanswered, nullptr);
        EXPECT_FALSE(unanswered->is_to_blame) << "no worker is not a finding about the configuration";
    });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answered; }));
    EXPECT_EQ(dispatcher.status().state, WorkerState::unavailable);
    EXPECT_NE(dispatcher.status().trouble->what.find("not today"), std::string::npos);
    answered = false;
    dispatcher.submit(run_of("k"), [&](const Answer&) { answered = true; });
    EXPECT_TRUE(poll_until(dispatcher, [&] { return answered; })) << "asked after it was given up";
}

/// The shipped reports give no sign of life: however long a batch takes, nothing is ended or blamed.
TEST(Dispatcher, WhatShipsIsNeverEndedForItsSilence)
{
    Dispatcher dispatcher({"none"}, {}, Patience{60, 0, 0});
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().state == WorkerState::ready; }));
    dispatcher.add_source({"hash", "k.cu", "text"});
    int answered = 0, blamed = 0;
    for (int i = 0; i < 8; ++i)
        dispatcher.submit(run_of("k" + std::to_string(i)), [&](const Answer& m) {
            ++answered;
            const auto* none = std::get_if<Unanswered>(&m);
            blamed += none == nullptr || none->is_to_blame;
        });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answered == 8; }));
    EXPECT_EQ(blamed, 0);
    EXPECT_EQ(dispatcher.status().restarts, 0);
    EXPECT_TRUE(dispatcher.take_log().empty());
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
    dispatcher.submit(run_of("k"), [&](const Answer&) { answered = true; });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answered; }));
    const auto log = dispatcher.take_log();
    ASSERT_EQ(log.size(), 2U);
    EXPECT_EQ(log[0].error.what, "the line is not a JSON object");
    EXPECT_EQ(log[1].error.what, "result.id is missing");
}

TEST(Dispatcher, ARequestThatTheWorkerCannotReadIsAnswered)
{
    Dispatcher dispatcher(command({"reads_no_interpretation"}), {});
    std::optional<Answer> answer;
    dispatcher.submit(protocol::InterpretRequest{}, [&](const Answer& got) { answer = got; });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answer.has_value(); }));
    const auto* none = std::get_if<Unanswered>(&*answer);
    ASSERT_NE(none, nullptr);
    EXPECT_TRUE(none->is_unanswerable);
    EXPECT_FALSE(none->is_to_blame);
    EXPECT_EQ(dispatcher.status().restarts, 0);
}

TEST(Dispatcher, TextsAreSentAgainBeforeTheWorkerDropsThem)
{
    Dispatcher dispatcher(command(), {});
    int answered = 0;
    std::string message;
    const auto run = [&](int number, std::size_t bytes) {
        auto request = run_of("k");
        const model::SourceText source{"hash" + std::to_string(number), "k.cu", std::string(bytes, ' ')};
        request.job.compile.source_hash = source.hash;
        dispatcher.add_source(source);
        const int before = answered;
        dispatcher.submit(std::move(request), [&](const Answer& got) {
            ++answered;
            message = std::get<protocol::Result>(got).result.message.value_or("");
        });
        return poll_until(dispatcher, [&] { return answered > before; });
    };
    ASSERT_TRUE(run(0, 100));
    for (int number = 1; number <= 20; ++number) ASSERT_TRUE(run(number, std::size_t{4} << 20));
    ASSERT_TRUE(run(0, 100));
    EXPECT_EQ(message, "") << "the worker has it";
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
    dispatcher.submit(run_of("hang"), [&](const Answer&) { answered = true; });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().state == WorkerState::ready; }));
    dispatcher.restart();
    ASSERT_TRUE(poll_until(dispatcher, [&] {
        return dispatcher.status().restarts == 1 && dispatcher.status().state == WorkerState::ready;
    }));
    EXPECT_EQ(dispatcher.in_flight(), 1U);
    EXPECT_FALSE(answered);
    EXPECT_FALSE(dispatcher.status().trouble) << "what the user asked for is not a trouble";
    for (const base::LogEntry& entry : dispatcher.take_log())
        EXPECT_EQ(entry.severity, base::Severity::info) << entry.error.what;
}

TEST(Dispatcher, RestartsAskedForAreNobodysDeath)
{
    Dispatcher dispatcher(command(), {});
    std::optional<Answer> answer;
    dispatcher.submit(run_of("hang"), [&](const Answer& m) { answer = m; });
    for (int i = 1; i <= 4; ++i) {
        ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().state == WorkerState::ready; }));
        dispatcher.restart();
        ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().restarts == i; }));
    }
    EXPECT_FALSE(answer) << "four restarts blame no request";
    EXPECT_EQ(dispatcher.in_flight(), 1U);
}

TEST(Dispatcher, AnAnswerBearsTheNamesOfItsRequest)
{
    Dispatcher dispatcher(command({"lying_names"}), {});
    std::optional<Answer> answer;
    protocol::Run run = run_of("k");
    run.job.experiment = "asked_for";
    dispatcher.submit(std::move(run), [&](const Answer& m) { answer = m; });
    ASSERT_TRUE(poll_until(dispatcher, [&] { return answer.has_value(); }));
    EXPECT_EQ(std::get<protocol::Result>(*answer).result.experiment, "asked_for");
    EXPECT_FALSE(std::get<protocol::Result>(*answer).result.job_hash) << "which job it was, the asker knows";
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
}  // namespace spillway::worker_client
