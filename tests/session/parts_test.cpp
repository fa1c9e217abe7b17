#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/session/command_words.h"
#include "app/session/history.h"
#include "app/session/job_hash.h"
#include "app/session/planner.h"
#include "app/session/request_book.h"
#include "app/session/result_store.h"
#include "app/session/trust.h"
#include "app/session/worker_link.h"
#include "tests/support/scratch_folder.h"

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

TEST(ResultStore, IsBoundedAndForgetsAGpu)
{
    ResultStore store;
    for (std::size_t i = 0; i <= ResultStore::most_entries; ++i) store.put(result_key(std::to_string(i), "t4"), {});
    EXPECT_LE(store.size(), ResultStore::most_entries);
    EXPECT_NE(store.find(result_key(std::to_string(ResultStore::most_entries), "t4")), nullptr);
    EXPECT_EQ(store.find(result_key("0", "t4")), nullptr);
    store.put(result_key("1", "at4"), {});
    store.forget_gpu("t4");
    EXPECT_EQ(store.size(), 1U);
}

TEST(JobHash, DiffersWhereTheAnswerMayAndOnlyThere)
{
    model::Job job;
    job.plan.emplace();
    job.plan->buffers.resize(2);
    const std::string before = job_hash(job);
    EXPECT_EQ(before.size(), 64U);
    model::Job asked_by_another = job;
    asked_by_another.experiment = "e";
    asked_by_another.variant = "v";
    asked_by_another.values["x"] = std::int64_t{1};
    asked_by_another.gpu.name = "live";
    EXPECT_EQ(job_hash(asked_by_another), before);
    const auto differs = [&](auto change) {
        model::Job changed = job;
        change(changed);
        return job_hash(changed) != before;
    };
    EXPECT_TRUE(differs([](model::Job& j) { j.compile.source_hash = "1"; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.compile.arch = "sm_90"; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.compile.fast_math = true; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.grid[1] = 2; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.carveout = model::Carveout::max_l1; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan->bytes_moved = 1e-300; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan->buffers[1].from = 0.1; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan->buffers.pop_back(); }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan->reference.emplace(); }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan.reset(); }));
    const auto second_name = differs([](model::Job& j) { j.plan->buffers[1].name = "a"; });
    EXPECT_TRUE(second_name);
    model::Job first = job, second = job;
    first.plan->buffers[0].name = second.plan->buffers[1].name = "a";
    EXPECT_NE(job_hash(first), job_hash(second)) << "which of the buffers it is matters";
}

TEST(SplitCommand, KeepsQuotedWordsTogether)
{
    EXPECT_EQ(split_command("ssh lab  spillway-worker"), (std::vector<std::string>{"ssh", "lab", "spillway-worker"}));
    EXPECT_EQ(split_command("'a b' \"c d\"e"), (std::vector<std::string>{"a b", "c de"}));
    EXPECT_TRUE(split_command("  ").empty());
}

class TrustStoreTest : public testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(folder_ / "mine"); }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::filesystem::path folder_ = scratch_folder("trust");
};

TEST_F(TrustStoreTest, AFolderStaysTrustedWhileItIsEdited)
{
    const auto mine = folder_ / "mine";
    {
        TrustStore store(folder_ / "trusted.json");
        EXPECT_FALSE(store.is_trusted(mine));
        EXPECT_FALSE(store.trust(mine, TrustTerm::for_good));
        std::ofstream(mine / "kernel.cu") << "// edited\n";
        EXPECT_TRUE(store.is_trusted(mine));
    }
    EXPECT_TRUE(TrustStore(folder_ / "trusted.json").is_trusted(mine)) << "the command line and the window share it";
    std::filesystem::rename(mine, folder_ / "gone");
    std::filesystem::create_directories(mine);
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(mine)) << "another folder took its place";
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(folder_)) << "and what lies around it never was";
}

TEST_F(TrustStoreTest, AFileStaysTrustedUnderItsNameInItsFolder)
{
    const auto file = folder_ / "mine" / "kernel.cu";
    std::ofstream(file) << "// one\n";
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").trust(file, TrustTerm::for_good));
    // As editors save.
    std::ofstream(folder_ / "mine" / "kernel.cu.new") << "// two\n";
    std::filesystem::rename(folder_ / "mine" / "kernel.cu.new", file);
    EXPECT_TRUE(TrustStore(folder_ / "trusted.json").is_trusted(file));
    std::ofstream(folder_ / "mine" / "other.cu") << "// another\n";
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(folder_ / "mine" / "other.cu"));
    std::filesystem::rename(folder_ / "mine", folder_ / "gone");
    std::filesystem::create_directories(folder_ / "mine");
    std::filesystem::rename(folder_ / "gone" / "kernel.cu", file);
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(file)) << "another folder took its folder's place";
}

TEST_F(TrustStoreTest, UntilTheEndIsNotWrittenDown)
{
    TrustStore store(folder_ / "trusted.json");
    EXPECT_FALSE(store.trust(folder_ / "mine", TrustTerm::until_the_end));
    EXPECT_TRUE(store.is_trusted(folder_ / "mine"));
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(folder_ / "mine"));
}

TEST_F(TrustStoreTest, WhatIsNamedIsTrustedWithWhatLiesInItAndNothingElse)
{
    std::filesystem::create_directories(folder_ / "named/one/deep");
    TrustStore store(folder_ / "trusted.json");
    store.trust_named(folder_ / "named");
    EXPECT_TRUE(store.is_trusted(folder_ / "named"));
    EXPECT_TRUE(store.is_trusted(folder_ / "named/one"));
    EXPECT_FALSE(store.is_trusted(folder_ / "named/one/deep"));
    EXPECT_FALSE(store.is_trusted(folder_ / "mine"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "trusted.json")) << "and not for good";
    std::filesystem::create_directory_symlink(folder_ / "mine", folder_ / "named/link");
    EXPECT_FALSE(store.is_trusted(folder_ / "named/link")) << "a link leads to a folder of its own";
}

TEST_F(TrustStoreTest, SurvivesGarbageAndAPlaceThatCannotBeWritten)
{
    std::ofstream(folder_ / "trusted.json") << "[1, 2";
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(folder_ / "mine"));
    TrustStore store("/proc/no/such/trusted.json");
    EXPECT_TRUE(store.trust(folder_ / "mine", TrustTerm::for_good)) << "an unwritable place is an error value";
    EXPECT_TRUE(store.is_trusted(folder_ / "mine")) << "but until the program ends it holds";
}

/// A request that was overtaken may be dropped, also when the newer one was answered first, at once from a cache.
TEST(RequestBook, WhatWasOvertakenMayBeDropped)
{
    RequestBook book;
    const auto add = [&](std::uint64_t id, const std::string& group) {
        protocol::Run run;
        run.group = group;
        book.add(id, run, {}, [](const Answer&) {});
        book.find(id)->sent = true;
    };
    add(1, "current/a");
    add(2, "current/b");
    EXPECT_FALSE(book.may_drop(1)) << "nobody has overtaken it";
    add(3, "current/a");
    EXPECT_TRUE(book.may_drop(1));
    (void)book.take(3);
    EXPECT_TRUE(book.may_drop(1));
    EXPECT_FALSE(book.may_drop(2)) << "another group's request is no reason";
    add(4, "current/a");
    EXPECT_FALSE(book.may_drop(4));
}

}  // namespace
}  // namespace spillway::session
