#include "app/session/ledger.h"
#include "app/catalogue/formula/parameter_values.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "tests/support/scratch_folder.h"

namespace spillway::session {
namespace {

namespace fs = std::filesystem;

/// The ledger alone, with the shipped catalogue and a worker that obeys the test.
class LedgerTest : public testing::Test {
protected:
    void SetUp() override
    {
        setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
        auto loaded = results::ResultLibrary::load(
            {fs::path(SPILLWAY_SOURCE_DIR) / "kernels", {}, {}, {}, {}, SPILLWAY_GPUS_ALONE});
        ASSERT_TRUE(loaded) << loaded.error().line();
        library_.emplace(std::move(*loaded));
        experiment_ = library_->catalogue().find("running_mean");
        gpu_ = library_->find_gpu("h200");
        values_ = catalogue::initial_values(*experiment_, *gpu_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] results::Configuration configuration() const
    {
        return {*experiment_, experiment_->variants.front(), values_, *gpu_};
    }
    [[nodiscard]] std::string key() { return library_->key_of(configuration()); }

    template <typename Done>
    bool poll_until(worker_client::Dispatcher& dispatcher, Done done)
    {
        for (int i = 0; i < 300 && !done(); ++i) dispatcher.wait_and_poll(0.1);
        return done();
    }

    fs::path folder_ = scratch_folder("ledger");
    std::optional<results::ResultLibrary> library_;
    const model::Experiment* experiment_ = nullptr;
    const model::Gpu* gpu_ = nullptr;
    model::Values values_;
};

TEST_F(LedgerTest, TheSameIsAskedOnceUnlessMoreUrgently)
{
    worker_client::Dispatcher dispatcher({STAND_IN_WORKER}, [] {});
    Ledger ledger(*library_, dispatcher);
    ledger.want(configuration(), {Stage::report, Priority::curve});
    ledger.want(configuration(), {Stage::report, Priority::curve});
    ledger.want(configuration(), {Stage::report, Priority::background});
    EXPECT_EQ(dispatcher.in_flight(), 1U);
    EXPECT_EQ(ledger.in_background(), 1);
    EXPECT_TRUE(ledger.is_under_way(key(), Stage::report));
    EXPECT_FALSE(ledger.is_under_way(key(), Stage::code));
    ledger.want(configuration(), {Stage::report, Priority::focus});
    EXPECT_EQ(dispatcher.in_flight(), 2U);
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.in_flight() == 0; }));
    EXPECT_EQ(ledger.in_background(), 0);
    EXPECT_FALSE(ledger.is_under_way(key(), Stage::report));
    EXPECT_TRUE(ledger.is_settled(configuration(), {Stage::report, Priority::focus}));
    ledger.want(configuration(), {Stage::report, Priority::focus});
    EXPECT_EQ(dispatcher.in_flight(), 0U) << "it is known";
}

TEST_F(LedgerTest, WhatLacksSomethingIsAskedOfEachWorkerOnce)
{
    worker_client::Dispatcher dispatcher({STAND_IN_WORKER}, [] {});
    Ledger ledger(*library_, dispatcher);
    const Want longer{Stage::longer, Priority::longer};
    ledger.want(configuration(), longer);
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.in_flight() == 0; }));
    EXPECT_TRUE(ledger.is_settled(configuration(), longer));
    const auto before = dispatcher.status().generation;
    dispatcher.restart();
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().generation > before; }));
    EXPECT_FALSE(ledger.is_settled(configuration(), longer)) << "another worker may know better";
}

TEST_F(LedgerTest, DetailsThatWereAskedForTheCodeAreAskedAgainForTheCounters)
{
    worker_client::Dispatcher dispatcher({STAND_IN_WORKER, "live_h200"}, [] {});
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().hello.has_value(); }));
    library_->take(dispatcher.status());
    gpu_ = library_->find_gpu("live");
    ASSERT_NE(gpu_, nullptr);
    Ledger ledger(*library_, dispatcher);
    const auto answered = [&] { return poll_until(dispatcher, [&] { return dispatcher.in_flight() == 0; }); };
    ledger.want(configuration(), {Stage::report, Priority::focus});
    ASSERT_TRUE(answered());
    const Want code{Stage::details, Priority::code, {}, true},
        counters{Stage::details, Priority::background, {}, false, true};
    ledger.want(configuration(), code);
    ASSERT_TRUE(answered());
    EXPECT_TRUE(ledger.is_settled(configuration(), code)) << "this worker has no disassembler";
    EXPECT_FALSE(ledger.is_settled(configuration(), counters));
    ledger.want(configuration(), counters);
    ASSERT_TRUE(answered());
    EXPECT_TRUE(library_->find(configuration())->measurement.counters);
    EXPECT_TRUE(ledger.is_settled(configuration(), code)) << "and not asked in turns";
}

TEST_F(LedgerTest, WhatAPassingFailureRefusedIsAskedOfTheNextWorker)
{
    worker_client::Dispatcher dispatcher({STAND_IN_WORKER, "full_disk"}, [] {});
    Ledger ledger(*library_, dispatcher);
    const Want report{Stage::report, Priority::focus};
    ledger.want(configuration(), report);
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.in_flight() == 0; }));
    EXPECT_EQ(library_->find(configuration())->error_kind, model::ErrorKind::passing);
    EXPECT_TRUE(ledger.is_settled(configuration(), report)) << "not asked of the same worker again and again";
    const auto before = dispatcher.status().generation;
    dispatcher.restart();
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().generation > before; }));
    EXPECT_FALSE(ledger.is_settled(configuration(), report));
}

/// A code request that takes every worker down was sent to each new one, forever.
TEST_F(LedgerTest, ACodeRequestThatTookWorkersDownIsNotAskedOfTheNext)
{
    worker_client::Dispatcher dispatcher({STAND_IN_WORKER, "dies_of_listings"}, [] {});
    Ledger ledger(*library_, dispatcher);
    const Want code{Stage::code, Priority::code, "code"};
    ledger.want(configuration(), code);
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.in_flight() == 0; }));
    const auto before = dispatcher.status().generation;
    dispatcher.restart();
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().generation > before; }));
    ledger.want(configuration(), code);
    EXPECT_EQ(dispatcher.in_flight(), 0U);
    EXPECT_FALSE(ledger.is_under_way(key(), Stage::code));
    ledger.forgive();
    ledger.want(configuration(), code);
    EXPECT_TRUE(ledger.is_under_way(key(), Stage::code));
}

/// The stored refusal settled causes and counts, so a restart by the user did not ask for them again.
TEST_F(LedgerTest, CausesAndCountsThatCrashedWorkersAreAskedAgainOnceForgiven)
{
    for (const Want& crashing :
         {Want{Stage::causes, Priority::causes, "causes"}, Want{Stage::counts, Priority::focus}}) {
        const std::string word = crashing.stage == Stage::causes ? "dies_of_causes" : "dies_of_counts";
        SCOPED_TRACE(word);
        worker_client::Dispatcher dispatcher({STAND_IN_WORKER, word}, [] {});
        Ledger ledger(*library_, dispatcher);
        ledger.want(configuration(), {Stage::report, Priority::focus});
        ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.in_flight() == 0; }));
        ledger.want(configuration(), crashing);
        ASSERT_TRUE(ledger.is_under_way(key(), crashing.stage));
        ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.in_flight() == 0; }));
        ledger.want(configuration(), crashing);
        EXPECT_FALSE(ledger.is_under_way(key(), crashing.stage)) << "it crashed workers";
        ledger.forgive();
        ledger.want(configuration(), crashing);
        EXPECT_TRUE(ledger.is_under_way(key(), crashing.stage));
    }
}

TEST_F(LedgerTest, WhatIsCancelledMayBeAskedAgain)
{
    worker_client::Dispatcher dispatcher({STAND_IN_WORKER, "urgent_listings"}, [] {});
    Ledger ledger(*library_, dispatcher);
    ledger.want(configuration(), {Stage::code, Priority::code, "code"});
    ASSERT_TRUE(poll_until(dispatcher, [&] { return dispatcher.status().state == worker_client::WorkerState::ready; }));
    EXPECT_TRUE(ledger.is_under_way(key(), Stage::code));
    ledger.cancel(key(), Stage::report);
    EXPECT_TRUE(ledger.is_under_way(key(), Stage::code));
    ledger.cancel(key(), Stage::code);
    ASSERT_TRUE(poll_until(dispatcher, [&] { return !ledger.is_under_way(key(), Stage::code); }));
    EXPECT_EQ(ledger.under_way(Priority::code), 0);
    ledger.want(configuration(), {Stage::code, Priority::focus, "code"});
    ASSERT_TRUE(poll_until(dispatcher, [&] { return library_->find_code(key()) != nullptr; }));
}

}  // namespace
}  // namespace spillway::session
