// A lesson with no worker, no compiler and no GPU: the compiler's numbers come from the reports that ship, the time
// from the recording.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "app/answers/occupancy.h"
#include "app/session/session.h"
#include "app/teaching/covers.h"
#include "app/teaching/lesson_facts.h"
#include "app/teaching/predictions.h"
#include "tests/support/scratch_folder.h"

namespace spillway::session {
namespace {

namespace fs = std::filesystem;

class PortableLesson : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = scratch_folder("portable");
        for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
            setenv(variable, folder_.c_str(), 1);
        Options options;
        options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
        options.gpus_file = fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
        options.worker_command = "none";
        auto opened = Session::open(std::move(options));
        ASSERT_TRUE(opened) << opened.error().line();
        session_ = std::move(*opened);
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// Nothing answers from elsewhere: each update is a step, and there are none that only time brings, save that the
    /// slider comes to rest.
    template <typename Done>
    bool update_until(Done done)
    {
        const auto end = Clock::now() + std::chrono::seconds(60);
        while (!done() && Clock::now() < end) session_->update();
        return done();
    }
    [[nodiscard]] const results::CurvePoint& focused() const
    {
        return session_->view().current(session_->view().selection().focus);
    }
    bool is_answered()
    {
        return update_until([&] { return focused().state >= results::PointState::ready; });
    }

    fs::path folder_;
    std::unique_ptr<Session> session_;
};

TEST_F(PortableLesson, TheSliderShowsTheCompilersNumbersAndTheRecordedTime)
{
    ASSERT_EQ(session_->view().selection().experiment, "running_mean");
    ASSERT_EQ(session_->view().selection().gpu, "h200");
    for (const std::int64_t window : {8, 32, 64}) {
        ASSERT_FALSE(session_->set_values({{"window_size", window}}, Edit::dragging));
        ASSERT_TRUE(is_answered()) << window;
        const model::RunResult& result = *focused().result;
        ASSERT_EQ(result.status, model::Status::ok) << result.message.value_or("");
        ASSERT_TRUE(result.compile && result.compile->registers);
        EXPECT_EQ(result.parameters.at("window_size"), model::Value(window));
        EXPECT_EQ(result.measurement.source, model::MeasurementSource::recorded);
        EXPECT_TRUE(result.measurement.seconds);
        if (answers::has_calculator()) {
            EXPECT_TRUE(result.occupancy);
        }
    }
    ASSERT_TRUE(update_until([&] { return session_->view().progress().done == session_->view().progress().total; }))
        << "the whole curve is known";
    if (answers::has_calculator()) {
        EXPECT_NE(session_->view().occupancy_curves(), nullptr);
    }
}

/// A setting's points come a few at each update: who draws when the revision is another one draws them all.
TEST_F(PortableLesson, EveryUpdateThatBringsPointsIsANewRevision)
{
    ASSERT_FALSE(session_->set_values({{"block_size", std::int64_t{128}}}));
    const auto points_done = [&] { return session_->view().progress().done; };
    int done = points_done(), steps = 0;
    const auto end = Clock::now() + std::chrono::seconds(60);
    while (points_done() < session_->view().progress().total && Clock::now() < end) {
        const std::uint64_t revision = session_->view().revision();
        const bool has_changed = session_->update();
        if (points_done() == done) continue;
        done = points_done();
        ++steps;
        EXPECT_TRUE(has_changed) << "at " << done << " points";
        EXPECT_NE(session_->view().revision(), revision) << "at " << done << " points";
    }
    EXPECT_EQ(done, session_->view().progress().total);
    EXPECT_GT(steps, 1);
}

TEST_F(PortableLesson, AViewThatOpensWhereNothingIsRecordedHasTheRecordedCurvesBehind)
{
    session_->select_experiment("address_taken");
    const auto is_whole = [&] { return session_->view().progress().done == session_->view().progress().total; };
    const auto is_measured = [](const results::CurvePoint& point) {
        return point.result != nullptr && point.result->measurement.source == model::MeasurementSource::recorded;
    };
    // Another GPU and back: what was shown belongs to another question.
    session_->set_gpu("a100");
    ASSERT_FALSE(session_->set_values({{"block_size", std::int64_t{96}}}));
    session_->set_gpu("h200");
    ASSERT_TRUE(update_until(is_whole));
    for (const results::Curve& curve : session_->view().curves()) {
        EXPECT_TRUE(std::ranges::none_of(curve.points, is_measured)) << curve.variant;
        EXPECT_EQ(std::ranges::count_if(curve.ghost, is_measured), 8) << curve.variant << ": one to eight packs";
    }
    ASSERT_FALSE(session_->set_values({{"block_size", std::int64_t{128}}}));
    ASSERT_TRUE(update_until(is_whole));
    for (const results::Curve& curve : session_->view().curves())
        EXPECT_TRUE(curve.ghost.empty()) << curve.variant << ": recorded itself";
}

TEST_F(PortableLesson, AnOpenQuestionCoversWhatWouldTellItsAnswerToo)
{
    session_->select_experiment("call_stack");
    std::set<std::string> asked;
    for (const model::Question& question : session_->view().experiment().questions) asked.insert(question.id);
    const teaching::Covers covers(session_->view(), asked);
    EXPECT_TRUE(covers.hides("called_frame_bytes")) << "decides it";
    EXPECT_TRUE(covers.hides("dram_write_bytes")) << "named by its \"covers\": the stack goes there";
    EXPECT_TRUE(covers.hides("l2_write_local_part")) << "tells of local memory";
    EXPECT_FALSE(covers.hides("instructions_executed"));
}

TEST_F(PortableLesson, OnAGpuThatNobodyRecordedTheNumbersAreTheReports)
{
    session_->set_gpu("a100");
    ASSERT_TRUE(is_answered());
    const model::RunResult& result = *focused().result;
    EXPECT_TRUE(result.compile && result.compile->registers);
    EXPECT_EQ(result.gpu_arch, "sm_80");
    EXPECT_EQ(result.measurement.source, model::MeasurementSource::none);
    EXPECT_NE(result.measurement.reason.find("recording"), std::string::npos) << result.measurement.reason;
}

TEST_F(PortableLesson, AQuestionIsAnsweredAndTheClaimsAreLookedAt)
{
    const auto wishes = teaching::lesson_requests(session_->view());
    session_->request_in_background(Requester::lesson, wishes);
    const std::vector<model::Question>& questions = session_->view().experiment().questions;
    const auto number = std::find_if(questions.begin(), questions.end(),
                                     [](const auto& each) { return each.kind == model::QuestionKind::number; });
    ASSERT_NE(number, questions.end());
    ASSERT_TRUE(
        update_until([&] { return teaching::live_answer(session_->view(), *number).answer.number.has_value(); }));
    const double answer = *teaching::live_answer(session_->view(), *number).answer.number;
    EXPECT_EQ(*judging::judge_number(*number, answer, answer).off_by, 0);
    int held = 0;
    const std::vector<model::Claim>& claims = session_->view().experiment().claims;
    for (const model::Claim& claim : claims) {
        const auto verdict = [&] { return teaching::live_claim(session_->view(), claim); };
        ASSERT_TRUE(update_until([&] { return !verdict().is_pending; })) << claim.text;
        EXPECT_NE(verdict().verdict(), catalogue::ClaimVerdict::broken) << claim.text << ": " << verdict().check.detail;
        if (verdict().verdict() == catalogue::ClaimVerdict::holds) ++held;
    }
    EXPECT_GT(held, 0);
}

TEST_F(PortableLesson, WhatTakesACompilerIsAnErrorOfThreePartsAndIsAskedOnce)
{
    ASSERT_TRUE(is_answered());
    // PTX ships for the defaults alone.
    const auto* slider = session_->view().experiment().find_parameter(session_->view().selection().x_axis);
    ASSERT_NE(slider, nullptr);
    ASSERT_FALSE(session_->set_values({{slider->name, slider->last}}));
    ASSERT_TRUE(is_answered());
    session_->request_causes();
    ASSERT_TRUE(update_until([&] { return session_->view().listing_error() && session_->view().causes_error(); }));
    for (const auto& error : {session_->view().listing_error(), session_->view().causes_error()}) {
        EXPECT_NE(error->what.find("compiler"), std::string::npos);
        EXPECT_FALSE(error->where.empty());
        EXPECT_FALSE(error->advice.empty());
    }
    ASSERT_TRUE(update_until([&] { return session_->view().progress().done == session_->view().progress().total; }));
    ASSERT_TRUE(update_until([&] { return session_->view().progress().in_flight == 0 && !session_->update(); }));
    const std::uint64_t revision = session_->view().revision();
    for (int i = 0; i < 50; ++i) session_->update();
    EXPECT_EQ(session_->view().revision(), revision);
}

TEST_F(PortableLesson, WhereNoReportShipsTheRecordedResultStandsForIt)
{
    ASSERT_TRUE(is_answered());
    const int registers = *focused().result->compile->registers;
    TearDown();
    setenv("SPILLWAY_REPORTS", "none", 1);
    SetUp();
    unsetenv("SPILLWAY_REPORTS");
    ASSERT_TRUE(is_answered());
    EXPECT_EQ(focused().result->measurement.source, model::MeasurementSource::recorded);
    ASSERT_TRUE(focused().result->compile);
    EXPECT_EQ(*focused().result->compile->registers, registers);
}

TEST_F(PortableLesson, ASettingThatDoesNotShipSaysSo)
{
    session_->set_gpu("a100");
    // No report is of this register cap.
    ASSERT_FALSE(session_->set_values({{"window_size", std::int64_t{61}}}));
    ASSERT_FALSE(session_->set_values({{"register_cap", std::int64_t{77}}}));
    ASSERT_TRUE(is_answered());
    EXPECT_EQ(focused().state, results::PointState::failed);
    EXPECT_NE(focused().result->message->find("needs a compiler"), std::string::npos) << *focused().result->message;
    EXPECT_FALSE(focused().result->advice.value_or("").empty());
    EXPECT_FALSE(session_->worker().use_machine("lab")) << "it is a name";
    ASSERT_TRUE(
        update_until([&] { return session_->view().worker().state == worker_client::WorkerState::unavailable; }));
    EXPECT_NE(session_->view().worker().trouble->what.find("starts no worker"), std::string::npos);
}

}  // namespace
}  // namespace spillway::session
