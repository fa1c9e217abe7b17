// Questions of pages: what is on the closed list, turns, one question of many, and bounds.

#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalogue/exercises.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/results/request.h"
#include "app/room/live/desk.h"
#include "app/room/live/own_texts.h"
#include "tests/support/scratch_folder.h"

namespace spillway::room {
namespace {

namespace fs = std::filesystem;
using LiveJson = nlohmann::json;

results::ResultLibrary shipped_library()
{
    results::Sources sources;
    sources.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
    sources.gpus_file = SPILLWAY_GPUS_ALONE;
    return std::move(*results::ResultLibrary::load(std::move(sources)));
}

LiveJson run_line(std::uint64_t id, int window_size, const std::string& group = "")
{
    return {{"type", "run"},
            {"id", id},
            {"group", group},
            {"priority", 0},
            {"job",
             {{"experiment", "running_mean"},
              {"variant", "local_array"},
              {"values", {{"window_size", window_size}}},
              {"gpu", {{"name", "h200"}}}}}};
}

Question question_of(const LiveJson& line)
{
    return std::get<Question>(*read_line(line.dump()));
}

// ---- the reader ----

TEST(PageLines, AreReadWithoutTheirJobs)
{
    LiveJson line = run_line(7, 33, "current/local_array");
    line["job"]["compile"] = {{"source_hash", "abc"}, {"entry", "evil<1>"}};
    line["job"]["plan"] = {{"buffers", LiveJson::array({{{"count", 1}}})}};
    const Question question = question_of(line);
    EXPECT_EQ(question.id, 7U);
    EXPECT_EQ(question.group, "current/local_array");
    EXPECT_EQ(question.experiment, "running_mean");
    EXPECT_EQ(question.gpu, "h200");
    EXPECT_EQ(question.source_hash, "abc");
    EXPECT_EQ(question.values.at("window_size"), model::Value(std::int64_t{33}));
    EXPECT_TRUE(std::holds_alternative<AreYouThere>(*read_line("{\"type\":\"ping\"}")));
    EXPECT_EQ(std::get<Withdrawal>(*read_line("{\"type\":\"cancel\",\"ids\":[1,2]}")).ids.size(), 2U);
}

TEST(PageLines, AreRefusedWhereTheyAreNone)
{
    for (const char* text :
         {"", "x", "[]", "{}", "{\"type\":\"source\"}", "{\"type\":\"shutdown\"}", "{\"type\":\"what_if\"}",
          "{\"type\":\"run\",\"id\":-1}", "{\"type\":\"run\",\"id\":1}", "{\"type\":\"run\",\"id\":1,\"job\":[]}",
          "{\"type\":\"run\",\"id\":1,\"priority\":99,\"job\":{}}", "{\"type\":\"cancel\",\"ids\":[-1]}",
          "{\"type\":\"listing\",\"id\":1,\"compile\":{}}"})
        EXPECT_FALSE(read_line(text)) << text;
    LiveJson line = run_line(1, 8);
    line["job"]["values"]["window_size"] = 1.5;
    EXPECT_FALSE(read_line(line.dump()));
    line["job"]["values"]["window_size"] = std::string(1000, 'a');
    EXPECT_FALSE(read_line(line.dump()));
}

// ---- the closed list ----

TEST(ClosedList, TheJobIsMadeFromTheCatalogue)
{
    const results::ResultLibrary library = shipped_library();
    LiveJson line = run_line(1, 33);
    line["measure"] = true;
    const auto task = task_of(question_of(line), library);
    ASSERT_TRUE(task) << task.error().line();
    const auto& run = std::get<protocol::Run>(task->request);
    EXPECT_NE(run.job.compile.entry.find("33"), std::string::npos) << run.job.compile.entry;
    EXPECT_TRUE(run.job.plan.has_value());
    EXPECT_FALSE(run.measure) << "no GPU is live";
    EXPECT_EQ(task->pace, Pace::quick);
}

TEST(ClosedList, NothingElseIsOnIt)
{
    const results::ResultLibrary library = shipped_library();
    const auto refuses = [&](const char* key, const LiveJson& value) {
        LiveJson line = run_line(1, 33);
        line["job"][key] = value;
        return !task_of(question_of(line), library);
    };
    EXPECT_TRUE(refuses("experiment", "no_such"));
    EXPECT_TRUE(refuses("experiment", "../running_mean"));
    EXPECT_TRUE(refuses("variant", "no_such"));
    EXPECT_TRUE(refuses("gpu", {{"name", "live"}}));
    EXPECT_TRUE(refuses("values", {{"window_size", 1'000'000}}));
    EXPECT_TRUE(refuses("values", {{"window_size", "33"}}));
    EXPECT_TRUE(refuses("values", {{"no_such", 1}}));
    EXPECT_TRUE(refuses("compile", {{"source_hash", "of another text"}}));
    EXPECT_FALSE(refuses("values", {{"window_size", 33}}));
}

TEST(ClosedList, UntrustedExperimentsAreNotOnIt)
{
    const fs::path folder = scratch_folder("closed_list");
    fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels/running_mean", folder / "mine", fs::copy_options::recursive);
    std::ifstream shipped(folder / "mine/experiment.json");
    LiveJson experiment = LiveJson::parse(shipped);
    experiment["name"] = "mine";
    std::ofstream(folder / "mine/experiment.json") << experiment;
    results::Sources sources;
    sources.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
    sources.gpus_file = SPILLWAY_GPUS_ALONE;
    sources.more_experiments = {folder};
    const auto library = results::ResultLibrary::load(std::move(sources));
    ASSERT_TRUE(library);
    int untrusted = 0;
    for (const model::Experiment& each : library->catalogue().experiments) {
        if (each.origin.trusted) continue;
        ++untrusted;
        LiveJson line = run_line(1, 33);
        line["job"]["experiment"] = each.name;
        EXPECT_FALSE(task_of(question_of(line), *library)) << each.name;
    }
    EXPECT_EQ(untrusted, 1);
    fs::remove_all(folder);
}

// ---- turns ----

Waiting waiting(ClientId client, std::uint64_t id, int priority = 0, const std::string& group = "")
{
    return {client, id, group, priority, {}};
}

std::vector<std::uint64_t> order_of(Turns& turns)
{
    std::vector<std::uint64_t> ids;
    while (const auto next = turns.next(Pace::quick, [](ClientId) { return true; })) ids.push_back(next->id);
    return ids;
}

TEST(TurnsTest, ClientsAlternateHoweverManyQuestionsOneHas)
{
    Turns turns;
    for (std::uint64_t id = 1; id <= 4; ++id) turns.add(waiting(1, id));
    turns.add(waiting(2, 10));
    turns.add(waiting(3, 20));
    EXPECT_EQ(order_of(turns), (std::vector<std::uint64_t>{1, 10, 20, 2, 3, 4}));
}

TEST(TurnsTest, MachinesAlternateHoweverManyClientsOneHas)
{
    Turns turns;
    for (ClientId client = 1; client <= 5; ++client) {
        turns.open(client, client <= 4 ? "many" : "one");
        turns.add(waiting(client, client));
        turns.add(waiting(client, 10 + client));
    }
    const std::vector<std::uint64_t> order = order_of(turns);
    EXPECT_EQ(order.size(), 10U);
    EXPECT_EQ((std::vector<std::uint64_t>{order.begin(), order.begin() + 4}),
              (std::vector<std::uint64_t>{1, 5, 2, 15}));
    turns.forget(1);
    turns.open(6, "many");
    turns.open(7, "one");
    turns.add(waiting(6, 60));
    turns.add(waiting(7, 70));
    EXPECT_EQ(order_of(turns), (std::vector<std::uint64_t>{70, 60})) << "a new connection is no new machine";
}

TEST(TurnsTest, AUsersSliderGoesBeforeOthersCurves)
{
    Turns turns;
    turns.add(waiting(1, 1, static_cast<int>(results::Priority::curve)));
    turns.add(waiting(2, 2, static_cast<int>(results::Priority::current)));
    turns.add(waiting(2, 3, static_cast<int>(results::Priority::focus)));
    EXPECT_EQ(order_of(turns), (std::vector<std::uint64_t>{3, 2, 1}));
}

TEST(TurnsTest, ANewerQuestionReplacesTheOlderOfItsGroupAndClient)
{
    Turns turns;
    turns.add(waiting(1, 1, 0, "code"));
    turns.add(waiting(1, 2, 0, "other"));
    turns.add(waiting(2, 3, 0, "code"));
    EXPECT_EQ(turns.replace(1, "code"), std::vector<std::uint64_t>{1});
    EXPECT_TRUE(turns.replace(1, "").empty());
    EXPECT_TRUE(turns.remove(1, 2));
    EXPECT_FALSE(turns.remove(1, 2));
    EXPECT_EQ(order_of(turns), std::vector<std::uint64_t>{3});
}

TEST(TurnsTest, AClientThatDoesNotReadGetsNoTurn)
{
    Turns turns;
    turns.add(waiting(1, 1));
    turns.add(waiting(2, 2));
    const auto next = turns.next(Pace::quick, [](ClientId client) { return client == 2; });
    ASSERT_TRUE(next);
    EXPECT_EQ(next->id, 2U);
    EXPECT_FALSE(turns.next(Pace::quick, [](ClientId client) { return client == 2; }));
    EXPECT_EQ(turns.count(1), 1U);
    turns.forget(1);
    EXPECT_EQ(turns.count(1), 0U);
}

// ---- the desk ----

/// The worker, as the test has it answer.
class TestLink : public worker_client::Link {
public:
    struct Shared {
        std::vector<protocol::Run> runs;
        std::vector<std::uint64_t> cancelled;
        std::vector<Event> events;
        std::string compiler = "13.0.88";
        std::vector<model::Gpu> gpus;
        std::optional<std::string> confined_by;
        std::vector<std::string> sources;
        int starts = 0;
        bool starts_never = false;
    };
    explicit TestLink(Shared& shared) : shared_(shared) {}

    void use(std::vector<std::string>) override {}
    void start() override
    {
        ++shared_.starts;
        if (shared_.starts_never) {
            shared_.events.emplace_back(SpawnFailed{{"no such program", "worker", ""}});
            return;
        }
        protocol::Hello hello;
        hello.compiler = {true, shared_.compiler, "/secret/libnvrtc.so", "", ""};
        hello.live_gpus = shared_.gpus;
        hello.confined_by = shared_.confined_by;
        hello.compile_threads = 1;
        shared_.events.emplace_back(protocol::FromWorker(hello));
    }
    void kill() override {}
    void send(protocol::ToWorker message) override
    {
        if (auto* run = std::get_if<protocol::Run>(&message)) shared_.runs.push_back(*run);
        if (auto* source = std::get_if<protocol::Source>(&message)) shared_.sources.push_back(source->source.text);
        if (auto* cancel = std::get_if<protocol::Cancel>(&message))
            shared_.cancelled.insert(shared_.cancelled.end(), cancel->ids.begin(), cancel->ids.end());
    }
    void wake_after(double) override {}
    void check_after(double) override {}
    void watch_folders(std::vector<std::string>, fs::file_time_type) override {}
    std::vector<Event> take() override { return std::exchange(shared_.events, {}); }
    void wait(double) override {}
    [[nodiscard]] bool may_hang() const override { return false; }

private:
    Shared& shared_;
};

Workers::Place place_of(TestLink::Shared& shared)
{
    return {[&shared](const std::function<void()>&) { return std::make_unique<TestLink>(shared); }, ""};
}

class Lines : public Outbox {
public:
    void send(ClientId, Slot, std::string) override {}
    void add(ClientId client, std::string line) override { of[client].push_back(LiveJson::parse(line)); }
    [[nodiscard]] std::size_t unsent_bytes(ClientId client) const override
    {
        return slow.contains(client) ? 1 << 20 : 0;
    }
    void drop(ClientId client) override { dropped.insert(client); }
    /// Ids of the answers of this type.
    [[nodiscard]] std::vector<std::uint64_t> ids(ClientId client, const std::string& type)
    {
        std::vector<std::uint64_t> found;
        for (const LiveJson& line : of[client])
            if (line["type"] == type) found.push_back(line["id"]);
        return found;
    }

    std::map<ClientId, std::vector<LiveJson>> of;
    std::set<ClientId> dropped, slow;
};

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
    for (std::size_t i = 0; i <= most_lines; ++i) many += "{\"type\":\"ping\"}\n";
    desk.received(1, many, 0);
    EXPECT_TRUE(lines.dropped.contains(1));
    for (int i = 0; i <= most_messages_at_once; ++i) desk.received(2, "{\"type\":\"ping\"}", 0);
    EXPECT_TRUE(lines.dropped.contains(2));
    for (std::size_t i = 0; i < most_open_questions + 1; ++i)
        say(3, run_line(i, 20 + static_cast<int>(i)), static_cast<double>(i));
    EXPECT_EQ(lines.ids(3, "notice"), std::vector<std::uint64_t>{most_open_questions});
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

// ---- several workers ----

class WorkersTest : public testing::Test {
protected:
    void begin()
    {
        desk.emplace(shipped_library(), std::vector{place_of(first), place_of(second)},
                     [this](const model::Error& trouble) { troubles.push_back(trouble.what); });
        desk->begin(lines, [] {});
        for (ClientId client = 1; client <= 2; ++client) desk->opened(client, "a");
        desk->poll(0);
    }
    void ask(ClientId client, std::uint64_t id, int window_size)
    {
        desk->received(client, run_line(id, window_size).dump(), static_cast<double>(id));
    }
    /// Workers that the desk says it does not use.
    [[nodiscard]] std::ptrdiff_t unused() const
    {
        return std::ranges::count_if(
            troubles, [](const std::string& what) { return what.find("gets no question") != std::string::npos; });
    }
    static void answer(TestLink::Shared& worker)
    {
        for (const protocol::Run& run : std::exchange(worker.runs, {}))
            worker.events.emplace_back(
                protocol::FromWorker(protocol::Result{run.id, true, {}, model::empty_result(run.job)}));
    }

    Lines lines;
    TestLink::Shared first, second;
    std::vector<std::string> troubles;
    std::optional<Desk> desk;
};

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

// ---- lines of a page's user ----

const model::Experiment& exercise_of(const results::ResultLibrary& library)
{
    return library.catalogue().find("address_taken")->exercises.front();
}

/// The exercise's text with another one between its two marks.
std::string with_lines(const model::Experiment& exercise, const std::string& lines)
{
    const std::string& text = exercise.source;
    const std::size_t begin = text.find(catalogue::yours_begins) + catalogue::yours_begins.size();
    return text.substr(0, begin) + '\n' + lines + '\n' + text.substr(text.find(catalogue::yours_ends));
}

LiveJson exercise_line(std::uint64_t id, const model::Experiment& exercise, const std::string& text)
{
    LiveJson line = run_line(id, 1);
    line["job"] = {{"experiment", exercise.name},
                   {"variant", "yours"},
                   {"values", LiveJson::object()},
                   {"gpu", {{"name", "h200"}}},
                   {"compile", {{"source_hash", catalogue::content_hash(text)}}}};
    return line;
}

TEST(OwnLines, AreReadAndBounded)
{
    const auto text_of = [](const std::string& text) {
        return LiveJson{{"type", "source"}, {"source", {{"hash", "x"}, {"name", "../y"}, {"text", text}}}}.dump();
    };
    EXPECT_EQ(std::get<OwnText>(*read_line(text_of("a\nb"))).text, "a\nb");
    EXPECT_TRUE(read_line(text_of(std::string(most_own_bytes, 'a'))));
    EXPECT_FALSE(read_line(text_of(std::string(most_own_bytes + 1, 'a'))));
    EXPECT_FALSE(read_line("{\"type\":\"source\",\"source\":{\"text\":1}}"));
    EXPECT_FALSE(read_line("{\"type\":\"source\",\"source\":[]}"));
}

TEST(OwnLines, AreTakenForAnExerciseOnlyAndNeverLaunched)
{
    const results::ResultLibrary library = shipped_library();
    const model::Experiment& exercise = exercise_of(library);
    const std::string mine = with_lines(exercise, "__global__ void yours(const int4* in, int* out, int elements) {}");
    OwnKernel own{mine, nullptr};
    LiveJson line = exercise_line(1, exercise, mine);
    line["measure"] = true;
    EXPECT_FALSE(task_of(question_of(line), library)) << "without the page's text";
    const auto task = task_of(question_of(line), library, &own);
    ASSERT_TRUE(task) << task.error().line();
    const auto& run = std::get<protocol::Run>(task->request);
    EXPECT_FALSE(run.measure);
    EXPECT_TRUE(run.check_output) << "interpreted in place of the measurement";
    EXPECT_EQ(run.job.compile.source_hash, catalogue::content_hash(mine));
    EXPECT_EQ(task->experiment->source, mine);
    EXPECT_EQ(task->pace, Pace::own);

    OwnKernel outside{mine, nullptr}, spoilt{with_lines(exercise, "#define as_it_was yours"), nullptr};
    outside.text.replace(outside.text.find("larger"), 6, "larges");
    for (OwnKernel* wrong : {&outside, &spoilt}) {
        const auto refused = task_of(question_of(exercise_line(1, exercise, wrong->text)), library, wrong);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().where, "kernel.cu") << "no path of the server";
    }
    line["job"]["experiment"] = "running_mean";
    EXPECT_FALSE(task_of(question_of(line), library, &own)) << "no exercise";
}

TEST(OwnLines, TheInstalledTextOfAnExerciseIsOnTheList)
{
    const results::ResultLibrary library = shipped_library();
    const model::Experiment& exercise = exercise_of(library);
    EXPECT_TRUE(task_of(question_of(exercise_line(1, exercise, exercise.source)), library));
}

TEST(OwnLines, TheOldestOfAPageGoAndAllTogetherAreBounded)
{
    OwnTexts texts;
    for (std::size_t i = 0; i <= most_own_texts; ++i) EXPECT_TRUE(texts.put(1, std::to_string(i), "text"));
    EXPECT_FALSE(texts.find(1, "0"));
    ASSERT_TRUE(texts.find(1, "1"));
    EXPECT_FALSE(texts.find(2, "1")) << "of that page only";
    texts.forget(1);
    EXPECT_FALSE(texts.find(1, "1"));
    std::size_t taken = 0;
    for (ClientId client = 1; client <= 1000; ++client) taken += texts.put(client, "a", "text") ? 1 : 0;
    EXPECT_EQ(taken, most_own_texts_in_all);
    texts.forget(1);
    EXPECT_TRUE(texts.put(2000, "a", "text")) << "a page that goes makes room";
}

class OwnLinesDesk : public WorkersTest {
protected:
    void begin_with(std::optional<std::string> confined_by, Desk::Code code)
    {
        first.confined_by = std::move(confined_by);
        desk.emplace(shipped_library(), std::vector{place_of(first)}, std::function<void(const model::Error&)>(), code);
        desk->begin(lines, [] {});
        desk->opened(1, "a");
        desk->poll(0);
    }
    void send(std::uint64_t id, const std::string& text)
    {
        const LiveJson source{{"type", "source"}, {"source", {{"hash", ""}, {"name", ""}, {"text", text}}}};
        desk->received(1, source.dump() + '\n' + exercise_line(id, exercise, text).dump(), static_cast<double>(id));
    }
    const results::ResultLibrary library = shipped_library();
    const model::Experiment& exercise = exercise_of(library);
};

TEST_F(OwnLinesDesk, AreRefusedUnlessTheRoomTakesThemAndItsCompilerIsConfined)
{
    begin_with("Landlock 7", Desk::Code::refused);
    EXPECT_NE(lines.of[1][0]["takes_code"], true);
    send(1, with_lines(exercise, "// mine"));
    begin_with(std::nullopt, Desk::Code::exercises);
    EXPECT_NE(lines.of[1].back()["takes_code"], true);
    send(2, with_lines(exercise, "// mine"));
    EXPECT_TRUE(first.runs.empty());
    EXPECT_TRUE(first.sources.empty());
    EXPECT_EQ(lines.of[1].back()["type"], "notice");
    EXPECT_EQ(lines.of[1].back()["id"], 2);
}

TEST_F(OwnLinesDesk, AReplacedTextsQuestionsAreDropped)
{
    begin_with("Landlock 7", Desk::Code::exercises);
    for (std::uint64_t id = 1; id <= 6; ++id) send(id, with_lines(exercise, "// mine " + std::to_string(id)));
    EXPECT_EQ(first.runs.size(), 1U) << "one at the worker";
    EXPECT_EQ(lines.ids(1, "dropped"), (std::vector<std::uint64_t>{2, 3, 4})) << "the page's newest two wait";
}

TEST_F(OwnLinesDesk, LeaveTheWorkerFreeForSliders)
{
    begin_with("Landlock 7", Desk::Code::exercises);
    for (std::uint64_t id = 1; id <= 2; ++id) send(id, with_lines(exercise, "// mine " + std::to_string(id)));
    ASSERT_EQ(first.runs.size(), 1U);
    desk->received(1, run_line(3, 33).dump(), 3);
    EXPECT_EQ(first.runs.size(), 2U) << "beside the page's own kernel";
}

TEST_F(OwnLinesDesk, GoToTheWorkerUntilTwoTookTooLong)
{
    begin_with("Landlock 7", Desk::Code::exercises);
    EXPECT_EQ(lines.of[1][0]["takes_code"], true);
    for (std::uint64_t id = 1; id <= 3; ++id) {
        const std::string mine = with_lines(exercise, "// mine " + std::to_string(id));
        send(id, mine);
        if (id == 3) break;
        ASSERT_EQ(first.runs.size(), 1U);
        EXPECT_EQ(first.sources.back(), mine);
        protocol::Result result{first.runs[0].id, true, {}, model::empty_result(first.runs[0].job)};
        result.result.compile_stopped = model::Bound::time;
        first.events.emplace_back(protocol::FromWorker(result));
        first.runs.clear();
        desk->poll(0);
    }
    EXPECT_TRUE(first.runs.empty());
    EXPECT_EQ(lines.ids(1, "notice"), std::vector<std::uint64_t>{3});
    EXPECT_EQ(lines.ids(1, "result"), (std::vector<std::uint64_t>{1, 2}));
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
