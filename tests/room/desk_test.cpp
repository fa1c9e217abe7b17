// The desk of the room: one question of many pages, bounds, several workers, and answers kept.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/room/live/desk.h"
#include "tests/room/live_fixture.h"

namespace spillway::room {
namespace {

class DeskTest : public testing::Test {
protected:
    DeskTest()
    {
        desk.begin(lines, [] {});
        for (ClientId client = 1; client <= 3; ++client) desk.opened(client, std::to_string(client));
        desk.poll(0);
    }
    void say(ClientId client, const LiveJson& line, double now = 0) { desk.received(client, line.dump(), now); }
    void answer(const protocol::Run& run, bool is_final = true)
    {
        protocol::Result result{run.id, is_final, {}, model::empty_result(run.job)};
        result.result.message = run.job.compile.entry;
        worker.events.emplace_back(protocol::FromWorker(result));
    }
    void answer_all()
    {
        for (const protocol::Run& run : std::exchange(worker.runs, {})) answer(run);
        desk.poll(0);
    }

    Lines lines;
    TestLink::Shared worker;
    Desk desk{shipped_library(), {place_of(worker)}, {}};
};

TEST_F(DeskTest, APageIsGreetedWithoutPathsOfTheServer)
{
    for (ClientId client = 1; client <= 3; ++client) {
        ASSERT_EQ(lines.of[client].size(), 1U);
        EXPECT_EQ(lines.of[client][0]["compiler"]["version"], "13.0.88");
        EXPECT_EQ(lines.of[client][0].dump().find("secret"), std::string::npos);
    }
}

TEST_F(DeskTest, TheSameQuestionOfManyIsAskedOnce)
{
    say(1, run_line(5, 33));
    say(2, run_line(9, 33));
    ASSERT_EQ(worker.runs.size(), 1U);
    answer(worker.runs[0], false);
    desk.poll(0);
    say(3, run_line(1, 33));
    EXPECT_EQ(worker.runs.size(), 1U);
    EXPECT_EQ(lines.ids(3, "result").size(), 1U) << "the provisional answer, at once";
    answer_all();
    EXPECT_EQ(lines.ids(1, "result"), (std::vector<std::uint64_t>{5, 5}));
    EXPECT_EQ(lines.ids(2, "result"), (std::vector<std::uint64_t>{9, 9}));
    EXPECT_EQ(lines.ids(3, "result"), (std::vector<std::uint64_t>{1, 1}));
    say(1, run_line(6, 33));
    EXPECT_TRUE(worker.runs.empty()) << "known by now";
    EXPECT_EQ(lines.ids(1, "result").back(), 6U);
    EXPECT_EQ(lines.of[1].back()["result"]["message"], lines.of[2].back()["result"]["message"]);
}

TEST_F(DeskTest, ANewerQuestionReplacesTheOlderOneOfThisPageOnly)
{
    say(1, run_line(1, 33, "current"));
    say(2, run_line(1, 33, "current"));
    say(1, run_line(2, 34, "current"));
    EXPECT_EQ(lines.ids(1, "dropped"), std::vector<std::uint64_t>{1});
    EXPECT_TRUE(worker.cancelled.empty()) << "the other page still waits for it";
    say(2, run_line(2, 35, "current"));
    EXPECT_EQ(worker.cancelled.size(), 1U);
    say(2, {{"type", "cancel"}, {"ids", {2}}});
    EXPECT_EQ(lines.ids(2, "dropped"), (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(worker.cancelled.size(), 2U);
}

TEST_F(DeskTest, AfterACancelTheQuestionIsAskedAnew)
{
    say(1, run_line(1, 33));
    say(1, {{"type", "cancel"}, {"ids", {1}}});
    say(2, run_line(1, 33));
    ASSERT_EQ(worker.runs.size(), 2U);
    worker.events.emplace_back(protocol::FromWorker(protocol::Dropped{worker.runs[0].id}));
    answer(worker.runs[1]);
    desk.poll(0);
    EXPECT_EQ(lines.ids(2, "result"), std::vector<std::uint64_t>{1});
    EXPECT_TRUE(lines.ids(2, "dropped").empty());
}

TEST_F(DeskTest, ManyQuestionsOfOnePageDoNotKeepAnotherWaiting)
{
    for (int i = 0; i < 20; ++i) say(1, run_line(static_cast<std::uint64_t>(i), 30 + i));
    say(2, run_line(1, 100));
    EXPECT_EQ(worker.runs.size(), 4U) << "the rest waits";
    answer_all();
    EXPECT_TRUE(std::ranges::any_of(
        worker.runs, [](const protocol::Run& run) { return run.job.compile.entry.find("100") != std::string::npos; }));
}

TEST_F(DeskTest, WhatIsNotOnTheListGetsASentence)
{
    LiveJson line = run_line(4, 33);
    line["job"]["experiment"] = "no_such";
    say(1, line);
    EXPECT_TRUE(worker.runs.empty());
    EXPECT_EQ(lines.ids(1, "notice"), std::vector<std::uint64_t>{4});
    line["type"] = "listing";
    line["of"] = {{"experiment", "no_such"}, {"variant", "a"}, {"values", LiveJson::object()}, {"gpu", "h200"}};
    say(1, line);
    EXPECT_EQ(lines.ids(1, "listing_reply"), std::vector<std::uint64_t>{4});
    desk.received(1, "nonsense", 0);
    EXPECT_EQ(lines.of[1].back()["type"], "notice");
    EXPECT_TRUE(lines.dropped.empty());
}

TEST_F(DeskTest, APageHasBounds)
{
    std::string many;
    for (std::size_t i = 0; i <= max_lines; ++i) many += "{\"type\":\"ping\"}\n";
    desk.received(1, many, 0);
    EXPECT_TRUE(lines.dropped.contains(1));
    for (int i = 0; i <= max_messages_at_once; ++i) desk.received(2, "{\"type\":\"ping\"}", 0);
    EXPECT_TRUE(lines.dropped.contains(2));
    for (std::size_t i = 0; i < max_open_questions + 1; ++i)
        say(3, run_line(i, 20 + static_cast<int>(i)), static_cast<double>(i));
    EXPECT_EQ(lines.ids(3, "notice"), std::vector<std::uint64_t>{max_open_questions});
}

TEST_F(DeskTest, APageThatDoesNotReadGetsNoAnswersUntilItDoes)
{
    say(1, run_line(1, 33));
    answer_all();
    lines.slow.insert(2);
    say(2, run_line(2, 33));
    EXPECT_TRUE(lines.ids(2, "result").empty());
    lines.slow.clear();
    desk.poll(0);
    EXPECT_EQ(lines.ids(2, "result"), std::vector<std::uint64_t>{2});
}

TEST_F(DeskTest, AClosedPageLeavesNothingBehind)
{
    say(1, run_line(1, 33));
    desk.closed(1);
    desk.closed(1);
    EXPECT_EQ(worker.cancelled.size(), 1U);
    answer_all();
    EXPECT_EQ(desk.under_way(), 0U);
    EXPECT_TRUE(lines.ids(1, "result").empty());
    say(1, run_line(2, 33));
    EXPECT_TRUE(lines.ids(1, "result").empty());
}

/// Every worker calls its GPU "live", so pages got the numbers of the GPU before under the new one's name.
TEST_F(DeskTest, AnotherGpuAnswersAnew)
{
    const auto restart_with = [&](const char* label) {
        worker.gpus = {*shipped_library().find_gpu("h200")};
        worker.gpus[0].name = "live";
        worker.gpus[0].label = label;
        worker.events.emplace_back(worker_client::WorkerExit{});
        for (int i = 0; i < 10; ++i) desk.poll(i);
    };
    const auto is_asked = [&](int window_size) {
        LiveJson line = run_line(1, window_size);
        line["job"]["gpu"]["name"] = "live";
        say(1, line);
        const bool has_run = !worker.runs.empty();
        for (const protocol::Run& run : std::exchange(worker.runs, {})) {
            protocol::Result result{run.id, true, {}, model::empty_result(run.job)};
            result.result.measurement.source = model::MeasurementSource::live;
            worker.events.emplace_back(protocol::FromWorker(result));
        }
        desk.poll(10);
        return has_run;
    };
    restart_with("NVIDIA H200");
    EXPECT_TRUE(is_asked(33));
    EXPECT_FALSE(is_asked(33)) << "it is known";
    restart_with("NVIDIA H200");
    EXPECT_FALSE(is_asked(33)) << "it is the same GPU";
    EXPECT_TRUE(is_asked(34)) << "a worker that answers is restarted at once";
    restart_with("NVIDIA H20");
    EXPECT_TRUE(is_asked(33));
    EXPECT_EQ(lines.ids(1, "result").size(), 5U);
}

// ---- several workers ----

TEST_F(WorkersTest, ShareTheQuestions)
{
    begin();
    for (std::uint64_t id = 1; id <= 8; ++id) ask(id % 2 + 1, id, 30 + static_cast<int>(id));
    EXPECT_EQ(first.runs.size(), 4U);
    EXPECT_EQ(second.runs.size(), 4U);
    ask(1, 9, 60);
    EXPECT_EQ(first.runs.size() + second.runs.size(), 8U) << "both are busy";
    answer(second);
    desk->poll(0);
    EXPECT_EQ(second.runs.size(), 1U) << "the next one goes to the worker with room";
    answer(first);
    answer(second);
    desk->poll(0);
    EXPECT_EQ(lines.ids(1, "result").size() + lines.ids(2, "result").size(), 9U);
    EXPECT_EQ(desk->under_way(), 0U);
    EXPECT_EQ(lines.ids(1, "notice").size(), 0U);
}

TEST_F(WorkersTest, GreetThePagesOnce)
{
    begin();
    ASSERT_EQ(lines.of[1].size(), 1U);
    EXPECT_EQ(lines.of[1][0]["type"], "hello");
    EXPECT_EQ(unused(), 0);
}

TEST_F(WorkersTest, AnotherCompilerOrOtherGpusGetNoQuestion)
{
    for (const bool has_gpu : {false, true}) {
        troubles.clear();
        second.gpus.clear();
        if (has_gpu) {
            second.gpus.push_back(*shipped_library().find_gpu("h200"));
            second.gpus[0].name = "live";
        }
        second.compiler = has_gpu ? "13.0.88" : "12.9.41";
        begin();
        for (std::uint64_t id = 1; id <= 6; ++id) ask(1, id, 30 + static_cast<int>(id));
        EXPECT_EQ(first.runs.size(), 4U);
        EXPECT_TRUE(second.runs.empty());
        EXPECT_EQ(unused(), 1);
        first.runs.clear();
    }
}

TEST_F(WorkersTest, AnAnswerFromTheGpuBeforeIsNotKeptForTheNewOne)
{
    const auto gpu_called = [](const char* label) {
        model::Gpu gpu = *shipped_library().find_gpu("h200");
        gpu.name = "live";
        gpu.label = label;
        return std::vector{gpu};
    };
    first.gpus = second.gpus = gpu_called("NVIDIA H200");
    begin();
    ask(1, 1, 33);
    ask(1, 2, 34);
    ASSERT_EQ(second.runs.size(), 1U);
    const int size = second.runs[0].job.compile.entry.find("33") != std::string::npos ? 33 : 34;
    first.gpus = gpu_called("NVIDIA H20");
    first.events.emplace_back(worker_client::WorkerExit{});
    for (int i = 0; i < 10; ++i) desk->poll(i);
    EXPECT_EQ(unused(), 1) << "the other one has the GPU before";
    answer(second);
    answer(first);
    desk->poll(10);
    ask(2, 3, size);
    EXPECT_EQ(first.runs.size(), 1U) << "asked anew";
}

TEST_F(WorkersTest, AQuestionOfAWorkerThatEndsForGoodGoesToTheOther)
{
    begin();
    ask(1, 1, 33);
    ask(2, 2, 34);
    ASSERT_EQ(first.runs.size(), 1U);
    ASSERT_EQ(second.runs.size(), 1U);
    first.starts_never = true;
    first.events.emplace_back(worker_client::WorkerExit{});
    for (int i = 0; i < 20; ++i) desk->poll(i);
    ASSERT_EQ(second.runs.size(), 2U) << "it asks the other one";
    answer(second);
    desk->poll(20);
    EXPECT_EQ(lines.ids(1, "result"), std::vector<std::uint64_t>{1});
    EXPECT_EQ(lines.ids(2, "result"), std::vector<std::uint64_t>{2});
    EXPECT_EQ(desk->under_way(), 0U);
    ask(1, 3, 35);
    EXPECT_EQ(second.runs.size(), 1U) << "new ones go to the one that is left";
}

// ---- answers kept ----

TEST(KnownAnswersTest, TheOldestGoWhenItIsFull)
{
    KnownAnswers known;
    protocol::ListingReply reply;
    reply.error = model::Error{std::string(9 << 20, 'x'), "", ""};
    for (const char* key : {"a", "b", "c", "d"})
        known.put(key, std::make_shared<const AnswerText>(protocol::FromWorker(reply)));
    EXPECT_EQ(known.find("a"), nullptr);
    ASSERT_NE(known.find("d"), nullptr);
    const std::string line = known.find("d")->with_id(1234567);
    EXPECT_EQ(std::get<protocol::ListingReply>(*protocol::decode_from_worker(line)).id, 1234567U);
}

}  // namespace
}  // namespace spillway::room
