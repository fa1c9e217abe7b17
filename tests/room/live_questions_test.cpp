// Questions of pages: what is on the closed list, and whose turn it is.

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/results/request.h"
#include "app/room/live/desk.h"
#include "tests/room/live_fixture.h"
#include "tests/support/scratch_folder.h"

namespace spillway::room {
namespace {

namespace fs = std::filesystem;

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
    EXPECT_TRUE(std::holds_alternative<PagePing>(*read_line("{\"type\":\"ping\"}")));
    EXPECT_EQ(std::get<Cancellation>(*read_line("{\"type\":\"cancel\",\"ids\":[1,2]}")).ids.size(), 2U);
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
    EXPECT_EQ(order_of(turns), (std::vector<std::uint64_t>{70, 60})) << "a new connection is not a new machine";
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

}  // namespace
}  // namespace spillway::room
