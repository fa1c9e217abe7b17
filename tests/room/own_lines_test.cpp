// Code that a page's user writes: accepted for an exercise only, bounded, and sent to a confined worker.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalogue/exercises.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/room/live/desk.h"
#include "app/room/live/own_texts.h"
#include "tests/room/live_fixture.h"

namespace spillway::room {
namespace {

const model::Experiment& exercise_of(const results::ResultLibrary& library)
{
    return library.catalogue().find("address_taken")->exercises.front();
}

/// The exercise's text with `lines` between its two marks.
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
    EXPECT_TRUE(read_line(text_of(std::string(max_own_bytes, 'a'))));
    EXPECT_FALSE(read_line(text_of(std::string(max_own_bytes + 1, 'a'))));
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

TEST(OwnLines, APageKeepsItsNewestAndTheTotalIsBounded)
{
    OwnTexts texts;
    for (std::size_t i = 0; i <= max_own_texts; ++i) EXPECT_TRUE(texts.put(1, std::to_string(i), "text"));
    EXPECT_FALSE(texts.find(1, "0"));
    ASSERT_TRUE(texts.find(1, "1"));
    EXPECT_FALSE(texts.find(2, "1")) << "each page has its own";
    texts.forget(1);
    EXPECT_FALSE(texts.find(1, "1"));
    std::size_t taken = 0;
    for (ClientId client = 1; client <= 1000; ++client) taken += texts.put(client, "a", "text") ? 1 : 0;
    EXPECT_EQ(taken, max_own_texts_in_all);
    texts.forget(1);
    EXPECT_TRUE(texts.put(2000, "a", "text")) << "a page that leaves makes room";
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

}  // namespace
}  // namespace spillway::room
