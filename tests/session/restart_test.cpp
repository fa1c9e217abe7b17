// A worker that is started again, in every state it can be in: every point that is wanted comes, by itself.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/session/session.h"
#include "tests/session/update_until.h"
#include "tests/support/scratch_folder.h"

namespace spillway::session {
namespace {

namespace fs = std::filesystem;

/// A session whose stand-in worker reads the words of its misbehaviour from a file each time it starts.
class RestartTest : public testing::Test {
protected:
    void SetUp() override
    {
        fs::create_directories(folder_);
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    }
    void TearDown() override { fs::remove_all(folder_); }

    void next_worker(const std::string& words) const { std::ofstream(folder_ / "words") << words << "\n"; }

    std::unique_ptr<Session> open(bool fill_curve = true)
    {
        Options options;
        options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
        options.gpus_file = SPILLWAY_GPUS_ALONE;
        options.worker_command = "sh -c 'exec " STAND_IN_WORKER " $(cat " + (folder_ / "words").string() + ")'";
        options.fill_curve = fill_curve;
        auto session = Session::open(std::move(options));
        EXPECT_TRUE(session) << session.error().line();
        return std::move(*session);
    }
    static bool all_points_come(Session& session)
    {
        return update_until(session, [&] {
            const Progress progress = session.view().progress();
            return session.view().worker().state == worker_client::WorkerState::ready && progress.total > 0 &&
                   progress.done == progress.total && progress.in_flight == 0;
        });
    }
    static bool is_ready_anew(Session& session, std::uint64_t generation)
    {
        return update_until(session, [&] {
            return session.view().worker().state == worker_client::WorkerState::ready &&
                   session.view().worker().generation > generation;
        });
    }
    static void expect_every_point_ran(const SessionView& session)
    {
        for (const results::Curve& curve : session.curves())
            for (const results::CurvePoint& point : curve.points)
                EXPECT_EQ(point.state, results::PointState::ready) << curve.variant << " at " << point.position;
    }

    fs::path folder_ = scratch_folder("restart");
};

TEST_F(RestartTest, BeforeItHasSaidHello)
{
    next_worker("no_hello");
    auto session = open();
    session->update();
    ASSERT_EQ(session->view().worker().state, worker_client::WorkerState::starting);
    next_worker("");
    session->worker().restart();
    ASSERT_TRUE(all_points_come(*session));
    expect_every_point_ran(session->view());
}

TEST_F(RestartTest, TwiceInARow)
{
    next_worker("");
    auto session = open();
    session->worker().restart();
    session->worker().restart();
    ASSERT_TRUE(all_points_come(*session));
    session->worker().restart();
    session->worker().restart();
    ASSERT_TRUE(is_ready_anew(*session, 1));
    ASSERT_TRUE(all_points_come(*session));
    expect_every_point_ran(session->view());
}

TEST_F(RestartTest, InTheMiddleOfItsWorkIsNoCrash)
{
    next_worker("");
    auto session = open();
    for (int i = 0; i < 4; ++i) {
        const std::uint64_t generation = session->view().worker().generation;
        ASSERT_TRUE(update_until(*session, [&] { return session->view().progress().in_flight > 0; }));
        session->worker().restart();
        ASSERT_TRUE(is_ready_anew(*session, generation));
    }
    ASSERT_TRUE(all_points_come(*session));
    expect_every_point_ran(session->view());
    for (const base::LogEntry& entry : session->view().log())
        EXPECT_NE(entry.severity, base::Severity::error) << entry.error.line();
}

TEST_F(RestartTest, WhenNothingIsLeftToAskNothingIsLost)
{
    next_worker("");
    auto session = open();
    ASSERT_TRUE(all_points_come(*session));
    session->worker().restart();
    ASSERT_TRUE(is_ready_anew(*session, 1));
    expect_every_point_ran(session->view());
}

TEST_F(RestartTest, AfterItCouldNotBeStarted)
{
    next_worker("refuse_to_start");
    auto session = open();
    ASSERT_TRUE(update_until(
        *session, [&] { return session->view().worker().state == worker_client::WorkerState::unavailable; }));
    for (const model::Variant& variant : session->view().experiment().variants)
        EXPECT_EQ(session->view().current(variant.name).result, nullptr) << "no worker is no answer";
    next_worker("");
    session->worker().restart();
    ASSERT_TRUE(all_points_come(*session));
    expect_every_point_ran(session->view());
}

TEST_F(RestartTest, AfterOneOfAnotherVersion)
{
    next_worker("old_version");
    auto session = open();
    ASSERT_TRUE(update_until(
        *session, [&] { return session->view().worker().state == worker_client::WorkerState::unavailable; }));
    next_worker("");
    session->worker().restart();
    ASSERT_TRUE(all_points_come(*session));
    expect_every_point_ran(session->view());
}

TEST_F(RestartTest, OnceACompilerIsFound)
{
    next_worker("no_compiler");
    auto session = open();
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().worker().state == worker_client::WorkerState::ready; }));
    session->update();
    for (const model::Variant& variant : session->view().experiment().variants)
        EXPECT_EQ(session->view().current(variant.name).result, nullptr) << "no compiler is no answer";
    next_worker("");
    session->worker().restart();
    ASSERT_TRUE(all_points_come(*session));
    expect_every_point_ran(session->view());
}

TEST_F(RestartTest, WhatTookItDownEachTimeIsAskedAgainToo)
{
    next_worker("dies_of_all");
    auto session = open(false);
    const std::string focus = session->view().selection().focus;
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().current(focus).state == results::PointState::failed; }));
    EXPECT_EQ(session->view().current(focus).result->status, model::Status::worker_died);
    next_worker("");
    session->worker().restart();
    ASSERT_TRUE(update_until(*session, [&] {
        for (const model::Variant& variant : session->view().experiment().variants)
            if (session->view().current(variant.name).state != results::PointState::ready) return false;
        return true;
    }));
}

TEST_F(RestartTest, AGpuThatIsGoneAndComesBack)
{
    next_worker("live_h200");
    auto session = open();
    ASSERT_TRUE(all_points_come(*session));
    ASSERT_EQ(session->view().selection().gpu, "live");
    const std::string focus = session->view().selection().focus;
    EXPECT_EQ(session->view().current(focus).result->measurement.source, model::MeasurementSource::live);
    next_worker("");
    session->worker().restart();
    ASSERT_TRUE(is_ready_anew(*session, 1));
    EXPECT_NE(session->view().selection().gpu, "live");
    for (const results::Curve& curve : session->view().curves())
        for (const results::CurvePoint& point : curve.points)
            EXPECT_TRUE(!point.result || !point.result->measurement.seconds)
                << "what was of the other GPU goes at once";
    ASSERT_TRUE(all_points_come(*session));
    next_worker("live_h200");
    session->worker().restart();
    ASSERT_TRUE(is_ready_anew(*session, 2));
    ASSERT_TRUE(all_points_come(*session));
    EXPECT_EQ(session->view().selection().gpu, "live");
    for (const results::Curve& curve : session->view().curves())
        for (const results::CurvePoint& point : curve.points) EXPECT_TRUE(point.result->measurement.seconds);
}

TEST_F(RestartTest, ATimeThatAWorkerDidNotTakeIsAskedOfTheNext)
{
    next_worker("live_h200 measures_nothing");
    auto session = open();
    ASSERT_TRUE(all_points_come(*session));
    const std::string focus = session->view().selection().focus;
    EXPECT_FALSE(session->view().current(focus).result->measurement.seconds);
    next_worker("live_h200");
    session->worker().restart();
    ASSERT_TRUE(update_until(*session, [&] {
        for (const results::Curve& curve : session->view().curves())
            for (const results::CurvePoint& point : curve.points)
                if (!point.result || !point.result->measurement.seconds) return false;
        return true;
    }));
}

/// Counting is slow: nothing is counted before something shows it, and then everything that is shown.
TEST_F(RestartTest, CountersAreAskedForWhileSomethingShowsThem)
{
    next_worker("live_h200");
    const auto session = open();
    ASSERT_TRUE(all_points_come(*session));
    const auto counted = [&] {
        std::size_t points = 0;
        for (const results::Curve& curve : session->view().curves())
            for (const results::CurvePoint& point : curve.points)
                points += point.result && point.result->measurement.counters.has_value();
        return points;
    };
    EXPECT_EQ(counted(), 0U);
    session->show({.counters = true});
    EXPECT_TRUE(update_until(*session,
                             [&] { return counted() == static_cast<std::size_t>(session->view().progress().total); }));
    session->show({.counters = false});
    session->worker().restart();
    ASSERT_TRUE(all_points_come(*session));
    EXPECT_EQ(counted(), static_cast<std::size_t>(session->view().progress().total)) << "what was counted stays known";
}

TEST_F(RestartTest, CodeIsInspectedAlongTheCurveWhileAChartShowsIt)
{
    next_worker("has_disassembler");
    const auto session = open();
    ASSERT_TRUE(all_points_come(*session));
    const auto inspected = [&] {
        std::size_t points = 0;
        for (const results::Curve& curve : session->view().curves())
            for (const results::CurvePoint& point : curve.points)
                points += point.result && point.result->compile && point.result->compile->peak_live_registers;
        return points;
    };
    EXPECT_LE(inspected(), session->view().curves().size()) << "only points of the current setting";
    session->show({.code = true});
    EXPECT_TRUE(update_until(
        *session, [&] { return inspected() == static_cast<std::size_t>(session->view().progress().total); }));
}

}  // namespace
}  // namespace spillway::session
