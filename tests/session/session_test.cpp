#include "app/session/session.h"
#include "app/session/selection_history.h"
#include "app/session/session_state.h"
#include "tests/session/update_until.h"
#include "tests/support/renamed_experiment.h"
#include "tests/support/scratch_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <semaphore>

namespace spillway::session {
namespace {

namespace fs = std::filesystem;

void replace_in_file(const fs::path& file, const std::string& from, const std::string& to)
{
    std::ifstream in(file);
    std::string text(std::istreambuf_iterator<char>(in), {});
    ASSERT_NE(text.find(from), std::string::npos);
    std::ofstream(file) << text.replace(text.find(from), from.size(), to);
}

/// A session on the shipped catalogue with the stand-in worker, its settings in a folder of its own.
class SessionTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = scratch_folder("session");
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::unique_ptr<Session> open(Options options = {})
    {
        options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
        options.gpus_file = SPILLWAY_GPUS_ALONE;
        if (options.worker_command.empty()) options.worker_command = STAND_IN_WORKER;
        auto session = Session::open(std::move(options));
        EXPECT_TRUE(session) << session.error().line();
        return std::move(*session);
    }

    fs::path folder_;
};

TEST_F(SessionTest, TheCurveFillsItselfAndThenNothingIsAskedAnyMore)
{
    auto session = open();
    ASSERT_TRUE(update_until(*session, [&] {
        return session->view().progress().total > 0 &&
               session->view().progress().done == session->view().progress().total;
    }));
    ASSERT_TRUE(update_until(*session, [&] { return session->view().progress().in_flight == 0; }));
    const auto revision = session->view().revision();
    EXPECT_FALSE(session->update());
    EXPECT_EQ(session->view().revision(), revision);
    EXPECT_FALSE(session->view().progress().current_pending);
    EXPECT_NE(session->view().listing(), nullptr);
    EXPECT_FALSE(session->view().listing_is_stale());
    EXPECT_NE(session->view().occupancy_curves(), nullptr);
}

TEST_F(SessionTest, CodeComesAfterTheChartsIfTheyAloneAreRequested)
{
    auto session = open();
    session->request_only_charts(true);
    const auto is_whole = [&] {
        const Progress progress = session->view().progress();
        return progress.total > 0 && progress.done == progress.total && progress.in_flight == 0;
    };
    ASSERT_TRUE(update_until(*session, is_whole));
    EXPECT_EQ(session->view().listing(), nullptr);
    session->request_only_charts(false);
    EXPECT_TRUE(update_until(*session, [&] { return session->view().listing() != nullptr; }));
}

TEST_F(SessionTest, ARecordingOfOneExperimentLeavesTheOthersTheirTimes)
{
    const fs::path source = SPILLWAY_SOURCE_DIR;
    Options options;
    options.installed_experiments = source / "kernels";
    options.gpus_file = source / "assets/gpus.json";
    options.worker_command = "none";
    auto opened = Session::open(std::move(options));
    ASSERT_TRUE(opened) << opened.error().line();
    Session& session = **opened;
    ASSERT_TRUE(session.lay_recording(source / "assets/recordings/h200.spillway/stencil.spillway"));
    for (const char* experiment : {"stencil", "running_mean"}) {
        ASSERT_TRUE(update_until(session, [&] { return !session.read_on(); }));
        session.select_experiment(experiment);
        const std::string variant = session.view().experiment().variants.front().name;
        EXPECT_TRUE(update_until(session, [&] {
            const auto result = session.view().current(variant).result;
            return result != nullptr && result->measurement.source == model::MeasurementSource::recorded;
        })) << experiment;
    }
}

TEST_F(SessionTest, TheLastValueWinsAndStaleIsMarked)
{
    Options options;
    options.fill_curve = false;
    auto session = open(std::move(options));
    const std::string variant = session->view().experiment().variants.front().name;
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().current(variant).state == results::PointState::ready; }));
    for (std::int64_t window = 2; window <= 40; ++window)
        ASSERT_FALSE(session->set_values({{"window_size", window}}, Edit::dragging));
    ASSERT_FALSE(session->set_values({{"window_size", std::int64_t{41}}}));
    EXPECT_TRUE(session->view().current(variant).is_stale());
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().current(variant).state == results::PointState::ready; }));
    EXPECT_EQ(session->view().current(variant).result->parameters.at("window_size"), model::Value(std::int64_t{41}));
    session->undo();
    EXPECT_EQ(session->view().selection().values.at("window_size"), model::Value(std::int64_t{32}));
    session->redo();
    EXPECT_EQ(session->view().selection().values.at("window_size"), model::Value(std::int64_t{41}));
}

TEST_F(SessionTest, TheCodeThatIsLookedAtIsAsUrgentAsItsReport)
{
    Options options;
    options.fill_curve = false;
    options.worker_command = std::string(STAND_IN_WORKER) + " no_figures has_disassembler";
    auto session = open(std::move(options));
    const auto is_shown = [&] { return !session->view().listing_is_stale() && session->view().listing() != nullptr; };
    ASSERT_TRUE(update_until(*session, is_shown));
    // Another variant's figures, which never come, do not keep that of the next place from coming.
    ASSERT_TRUE(update_until(*session, [&] { return session->view().progress().in_flight > 0; }));
    ASSERT_FALSE(session->set_values({{"window_size", std::int64_t{40}}}));
    EXPECT_FALSE(is_shown());
    ASSERT_TRUE(update_until(*session, is_shown));
}

/// A listing takes two runs of the disassembler, figures one. The worker never answers a listing that is not urgent.
TEST_F(SessionTest, OnlyTheFocusedVariantsListingIsRequestedAndTheFiguresOfAll)
{
    Options options;
    options.fill_curve = false;
    options.worker_command = std::string(STAND_IN_WORKER) + " urgent_listings has_disassembler";
    auto session = open(std::move(options));
    const auto& variants = session->view().experiment().variants;
    ASSERT_GT(variants.size(), 3U);
    EXPECT_TRUE(update_until(*session, [&] {
        return std::ranges::all_of(variants, [&](const model::Variant& variant) {
            const auto result = session->view().current(variant.name).result;
            return variant.name == session->view().selection().focus || (result != nullptr && result->sass);
        });
    }));
    EXPECT_NE(session->view().listing(), nullptr);
    EXPECT_TRUE(update_until(*session, [&] { return session->view().progress().in_flight == 0; }));
}

/// As a window's loop does that nobody stirs: it sleeps until it is woken. Seconds until the code is that of now.
double seconds_to_code(Session& session, std::counting_semaphore<>& woken)
{
    const Clock::time_point begin = Clock::now();
    while (session.view().listing_is_stale()) {
        if (!woken.try_acquire_for(std::chrono::seconds(10))) return 10;
        session.update();
    }
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

TEST_F(SessionTest, AfterTheLastStepOfADragItsCodeComesThoughNobodyStirs)
{
    std::counting_semaphore<> woken(0);
    Options options;
    options.wake = [&] { woken.release(); };
    auto session = open(std::move(options));
    const auto is_all_known = [&] { return session->view().progress().done == session->view().progress().total; };
    ASSERT_TRUE(update_until(*session, [&] { return is_all_known() && session->view().progress().in_flight == 0; }));
    // The alarm of a drag's first step rings before what its last one waits for. Whoever sleeps on then is woken by
    // chance, by the next look after the worker a second later. Several times, since a machine may halt for a while.
    std::vector<double> seconds;
    for (std::int64_t drag = 0; drag < 5; ++drag) {
        for (std::int64_t step = 0; step < 60; ++step)
            ASSERT_FALSE(session->set_values({{"window_size", 2 + drag + step}}, Edit::dragging));
        seconds.push_back(seconds_to_code(*session, woken));
    }
    std::sort(seconds.begin(), seconds.end());
    EXPECT_LT(seconds[seconds.size() / 2], 0.6);
}

TEST_F(SessionTest, WrongNamesAndValuesChangeNothing)
{
    auto session = open();
    const Selection before = session->view().selection();
    EXPECT_TRUE(session->set_values({{"no_such", std::int64_t{1}}}));
    EXPECT_TRUE(session->set_values({{"window_size", std::int64_t{4000}}}));
    EXPECT_TRUE(session->set_values({{"block_size", std::int64_t{64}}, {"window_size", std::int64_t{-1}}}));
    session->set_gpu("voodoo2");
    session->select_experiment("no_such");
    session->set_focus("no_such");
    session->set_x_axis("no_such");
    EXPECT_EQ(session->view().selection(), before);
    EXPECT_FALSE(session->view().can_undo());
}

TEST_F(SessionTest, AWholeSettingIsOneStep)
{
    auto session = open();
    const Selection first = session->view().selection();
    session->select_experiment("stencil");
    ASSERT_FALSE(session->set_values({{"block_size", std::int64_t{64}}}));
    const Selection second = session->view().selection();
    EXPECT_FALSE(session->select(first));
    EXPECT_EQ(session->view().selection(), first);
    session->undo();
    EXPECT_EQ(session->view().selection(), second);
    Selection gone = first;
    gone.experiment = "no_such";
    EXPECT_TRUE(session->select(gone));
    EXPECT_EQ(session->view().selection(), second);
}

TEST_F(SessionTest, ANameThatIsNoVariantsIsNotWaitedFor)
{
    Options options;
    options.fill_curve = false;
    auto session = open(std::move(options));
    EXPECT_EQ(session->view().current("no_such").result, nullptr);
    EXPECT_TRUE(update_until(*session, [&] { return !session->view().progress().current_pending; }));
}

TEST_F(SessionTest, AnExperimentThatIsGoneLeavesNoWishes)
{
    fs::create_directories(folder_ / "kernels");
    for (const char* name : {"running_mean", "stencil"})
        fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels" / name, folder_ / "kernels" / name,
                 fs::copy_options::recursive);
    auto library = results::ResultLibrary::load({folder_ / "kernels", {}, {}, {}, {}, SPILLWAY_GPUS_ALONE});
    ASSERT_TRUE(library);
    SessionState state(std::move(*library), {}, {STAND_IN_WORKER});
    const model::Gpu gpu = *state.library.find_gpu("h200");
    state.choice.begin_with(initial_selection(*state.library.catalogue().find("stencil"), gpu));
    state.gpu_of_values = gpu;
    state.wishes = state.requests_of[Requester::lesson] = {{"plain", {}, "h200"}};
    fs::remove_all(folder_ / "kernels/stencil");
    state.library.reload();
    state.fit_selection();
    EXPECT_EQ(state.choice.now().experiment, "running_mean");
    EXPECT_TRUE(state.wishes.empty() && state.requests_of.empty());
}

TEST_F(SessionTest, AWorkerKilledInTheMiddleLosesNothing)
{
    auto session = open();
    ASSERT_TRUE(update_until(*session, [&] { return session->view().progress().done > 5; }));
    const int done = session->view().progress().done;
    session->worker().restart();
    ASSERT_TRUE(update_until(*session, [&] { return session->view().worker().restarts == 1; }));
    EXPECT_GE(session->view().progress().done, done);
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().progress().done == session->view().progress().total; }));
    EXPECT_FALSE(session->view().log().empty());
}

TEST_F(SessionTest, AnotherFolderIsShownButCompiledOnlyOnceTrusted)
{
    fs::create_directories(folder_ / "mine");
    fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels/stencil", folder_ / "mine/my_stencil",
             fs::copy_options::recursive);
    replace_in_file(folder_ / "mine/my_stencil/experiment.json", "\"name\": \"stencil\"", "\"name\": \"my_stencil\"");
    auto session = open();
    ASSERT_FALSE(session->add_catalogue_folder(folder_ / "mine/my_stencil"));
    ASSERT_EQ(session->view().selection().experiment, "my_stencil");
    EXPECT_FALSE(session->view().experiment().origin.trusted);
    const std::string variant = session->view().experiment().variants.front().name;
    // The worker could answer, and nothing is asked of it.
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().worker().state == worker_client::WorkerState::ready; }));
    session->update();
    EXPECT_EQ(session->view().progress().in_flight, 0);
    EXPECT_EQ(session->view().current(variant).state, results::PointState::missing);
    session->trust_experiment("my_stencil");
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().current(variant).state == results::PointState::ready; }));

    // It is the folder that is trusted, also while it is edited.
    const std::string text = session->view().experiment().origin.content_hash;
    std::ofstream(folder_ / "mine/my_stencil/kernel.cu", std::ios::app) << "// changed\n";
    ASSERT_TRUE(update_until(*session, [&] { return session->view().experiment().origin.content_hash != text; }));
    EXPECT_TRUE(session->view().experiment().origin.trusted);
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().current(variant).state == results::PointState::ready; }));
    Options again;
    again.more_experiments = {folder_ / "mine"};
    session = open(std::move(again));
    ASSERT_NE(session->view().catalogue().find("my_stencil"), nullptr);
    EXPECT_TRUE(session->view().catalogue().find("my_stencil")->origin.trusted) << "for good";
}

TEST_F(SessionTest, ABrokenExperimentIsALogEntryAndTheOthersStay)
{
    fs::create_directories(folder_ / "mine/broken");
    std::ofstream(folder_ / "mine/broken/kernel.cu") << "// nothing\n";
    std::ofstream(folder_ / "mine/broken/lesson.md") << "# Nothing\n";
    std::ofstream(folder_ / "mine/broken/experiment.json") << "{\n \"title\": 3\n}";
    Options options;
    options.more_experiments = {folder_ / "mine"};
    auto session = open(std::move(options));
    ASSERT_FALSE(session->view().log().empty());
    EXPECT_NE(session->view().log().front().error.line().find("broken/experiment.json"), std::string::npos)
        << session->view().log().front().error.line();
    EXPECT_GE(session->view().catalogue().experiments.size(), 4U);

    // It was never an experiment, and becomes one where it stands.
    copy_renamed("stencil", folder_ / "mine/broken", "mended");
    ASSERT_TRUE(update_until(*session, [&] { return session->view().catalogue().find("mended") != nullptr; }));

    // An exercise's folder lies deeper, and is part of its lesson's.
    const std::string exercise = session->view().catalogue().find("mended")->exercises.front().name;
    std::ofstream(folder_ / "mine/broken/exercises" / exercise / "lesson.md", std::ios::app) << "\nOne line more.\n";
    ASSERT_TRUE(update_until(*session, [&] {
        return session->view().catalogue().find("mended")->exercises.front().lesson.ends_with("One line more.\n");
    }));
}

TEST_F(SessionTest, AFolderThatIsMadeFirstAndFilledLaterBecomesAnExperiment)
{
    fs::create_directories(folder_ / "mine");
    Options options;
    options.more_experiments = {folder_ / "mine"};
    auto session = open(std::move(options));
    fs::create_directories(folder_ / "mine/filled_later");
    // Nothing shows when an empty folder has been seen; a broken experiment in it is reported.
    std::ofstream(folder_ / "mine/filled_later/experiment.json") << "{";
    ASSERT_TRUE(update_until(*session, [&] { return !session->view().catalogue().problems.empty(); }));
    copy_renamed("local_pool", folder_ / "mine/filled_later", "filled");
    ASSERT_TRUE(update_until(*session, [&] { return session->view().catalogue().find("filled") != nullptr; }));
    EXPECT_TRUE(session->view().catalogue().problems.empty());
}

TEST_F(SessionTest, NoWorkerIsSaidAndTheWindowCouldStillShowTheCatalogue)
{
    Options options;
    options.worker_command = "/no/such/worker";
    auto session = open(std::move(options));
    ASSERT_TRUE(update_until(
        *session, [&] { return session->view().worker().state == worker_client::WorkerState::unavailable; }));
    EXPECT_TRUE(session->view().worker().trouble);
    EXPECT_FALSE(session->set_values({{"window_size", std::int64_t{5}}}));
    session->update();
}

}  // namespace
}  // namespace spillway::session
