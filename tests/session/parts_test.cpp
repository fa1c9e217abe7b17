#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/session/history.h"
#include "app/session/planner.h"
#include "app/session/result_store.h"
#include "app/session/trust.h"
#include "app/session/worker_link.h"

namespace spillway::session {
namespace {

TEST(CoarseFirst, EveryIndexOnceEndsAndMiddleFirst)
{
    for (const std::size_t count : {0U, 1U, 2U, 3U, 64U, 65U, 129U}) {
        const auto order = coarse_first(count);
        EXPECT_EQ(order.size(), count);
        EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), count);
    }
    const auto order = coarse_first(65);
    EXPECT_EQ((std::vector<std::size_t>(order.begin(), order.begin() + 5)),
              (std::vector<std::size_t>{0, 64, 32, 16, 48}));
}

model::Parameter window()
{
    model::Parameter parameter;
    parameter.name = "window_size";
    parameter.first = 1;
    parameter.last = 128;
    parameter.initial = std::int64_t{32};
    return parameter;
}

TEST(GuessAhead, GoesOnInTheSameStrideAndStopsAtTheEnd)
{
    using V = model::Value;
    const auto value = [](std::int64_t n) { return V(n); };
    EXPECT_EQ(guess_ahead(window(), value(10), value(12), 3), (std::vector<V>{value(14), value(16), value(18)}));
    EXPECT_EQ(guess_ahead(window(), value(126), value(127), 3), (std::vector<V>{value(128)}));
    EXPECT_EQ(guess_ahead(window(), value(3), value(2), 3), (std::vector<V>{value(1)}));
    EXPECT_TRUE(guess_ahead(window(), value(5), value(5), 3).empty());
}

TEST(GuessAhead, DoublesWhereTheScaleDoes)
{
    model::Parameter elements = window();
    elements.last = 1 << 20;
    elements.scale = model::Scale::power_of_two;
    using V = model::Value;
    EXPECT_EQ(guess_ahead(elements, V(std::int64_t{256}), V(std::int64_t{512}), 2),
              (std::vector<V>{V(std::int64_t{1024}), V(std::int64_t{2048})}));
}

TEST(Neighbours, AreTheNearestStepsOnBothSides)
{
    using V = model::Value;
    const auto value = [](std::int64_t n) { return V(n); };
    EXPECT_EQ(neighbours(window(), value(32), 2), (std::vector<V>{value(33), value(31), value(34), value(30)}));
    EXPECT_EQ(neighbours(window(), value(1), 2), (std::vector<V>{value(2), value(3)})) << "nothing lies below 1";
    model::Parameter doubling = window();
    doubling.scale = model::Scale::power_of_two;
    EXPECT_EQ(neighbours(doubling, value(32), 2), (std::vector<V>{value(64), value(16), value(128), value(8)}));
}

TEST(History, ADragIsOneStep)
{
    History history;
    const auto at = [](std::int64_t n) {
        Selection selection;
        selection.values["x"] = n;
        return selection;
    };
    history.remember(at(1), true);   // 1 -> 2
    history.remember(at(2), true);   // 2 -> 3
    history.remember(at(3), false);  // 3 -> 4, let go
    history.remember(at(4), false);  // a click
    EXPECT_EQ(history.undo(at(9))->values, at(4).values);
    EXPECT_EQ(history.undo(at(4))->values, at(1).values);
    EXPECT_FALSE(history.undo(at(1)));
    EXPECT_EQ(history.redo(at(1))->values, at(4).values);
}

TEST(ResultStore, IsBoundedAndForgetsAnExperiment)
{
    ResultStore store;
    for (std::size_t i = 0; i <= ResultStore::most_entries; ++i) store.put("a|" + std::to_string(i), {});
    EXPECT_LE(store.size(), ResultStore::most_entries);
    EXPECT_NE(store.find("a|" + std::to_string(ResultStore::most_entries)), nullptr);
    EXPECT_EQ(store.find("a|0"), nullptr);
    store.put("ab|1", {});
    store.forget_experiment("a");
    EXPECT_EQ(store.size(), 1U);
}

TEST(ConfigurationKey, DiffersWhereAnythingDiffers)
{
    const model::Values one{{"x", std::int64_t{1}}}, two{{"x", std::int64_t{2}}};
    EXPECT_NE(configuration_key("e", "v", one, "t4"), configuration_key("e", "v", two, "t4"));
    EXPECT_NE(configuration_key("e", "v", one, "t4"), configuration_key("e", "v", one, "h200"));
    EXPECT_NE(configuration_key("e", "v", one, "t4"), configuration_key("e", "w", one, "t4"));
}

TEST(SplitCommand, KeepsQuotedWordsTogether)
{
    EXPECT_EQ(split_command("ssh lab  spillway-worker"), (std::vector<std::string>{"ssh", "lab", "spillway-worker"}));
    EXPECT_EQ(split_command("'a b' \"c d\"e"), (std::vector<std::string>{"a b", "c de"}));
    EXPECT_TRUE(split_command("  ").empty());
}

TEST(TrustStore, ForgetsWhenTheContentChangesAndSurvivesGarbage)
{
    const auto folder = std::filesystem::temp_directory_path() / ("spillway_trust_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder / "mine");
    std::ofstream(folder / "mine/experiment.json") << "{}";
    model::Experiment experiment;
    experiment.folder = folder / "mine";
    experiment.source = "kernel";
    {
        TrustStore store(folder / "trusted.json");
        EXPECT_FALSE(store.is_trusted(experiment));
        EXPECT_FALSE(store.trust(experiment));
    }
    TrustStore again(folder / "trusted.json");
    EXPECT_TRUE(again.is_trusted(experiment));
    experiment.source = "another kernel";
    EXPECT_FALSE(again.is_trusted(experiment));
    experiment.source = "kernel";
    std::ofstream(folder / "mine/experiment.json") << "{\"changed\": 1}";
    EXPECT_FALSE(again.is_trusted(experiment));
    std::ofstream(folder / "trusted.json") << "[1, 2";
    EXPECT_FALSE(TrustStore(folder / "trusted.json").is_trusted(experiment));
    EXPECT_TRUE(TrustStore("/proc/no/such/trusted.json").trust(experiment)) << "an unwritable place is an error value";
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace spillway::session
