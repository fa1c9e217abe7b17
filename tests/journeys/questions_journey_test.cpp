// Every question of every lesson: what the window stores of a right and of a wrong answer goes through `assign`,
// `hand-in` and `grade`, in three locales.
#include <cstdio>
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalogue/formula/parameter_values.h"
#include "app/judging/number_text.h"
#include "app/judging/prediction.h"
#include "app/teaching/lesson_facts.h"
#include "app/teaching/predictions.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/panels/question_card.h"
#include "tests/commands/process.h"
#include "tests/journeys/locales.h"
#include "tests/support/sample.h"
#include "tests/window/driver.h"

namespace spillway::journeys {
namespace {

using Json = nlohmann::json;
using judging::Prediction;
using learner::LearnerProgress;

/// A right and a wrong answer to each question.
struct Answers {
    LearnerProgress right, wrong;
    std::size_t questions = 0;
};

class QuestionJourney : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        if (!choose_locale(GetParam())) GTEST_SKIP() << "no sources of the locale " << GetParam();
        window::Start start;
        start.fill_curve = true;
        start.worker_command = "none";  // the reports and the recording that ship answer at once
        start.width = 640;
        start.height = 400;
        start.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
        driver_ = window::Driver::open(std::move(start));
        if (!driver_) GTEST_SKIP() << "no OpenGL without a display here";
        driver_->session().set_gpu("h200");
    }

    [[nodiscard]] const session::SessionView& view() const { return driver_->session().view(); }

    void answer_lesson(const std::string& name, Answers& answers)
    {
        SCOPED_TRACE(name);
        driver_->session().select_experiment(name);
        driver_->session().request_in_background(session::Requester::lesson, teaching::lesson_requests(view()));
        const std::vector<model::Question> questions = view().experiment().questions;
        for (const model::Question& question : questions) {
            SCOPED_TRACE(question.id);
            ++answers.questions;
            const bool is_curve = question.kind == model::QuestionKind::curve;
            const auto [right, wrong] = is_curve ? drawn(question) : answered(question);
            ASSERT_TRUE(right.off_by && wrong.off_by);
            EXPECT_TRUE(judging::is_right(question, *right.off_by)) << right.guess << " for " << right.answer;
            EXPECT_FALSE(judging::is_right(question, *wrong.off_by)) << wrong.guess << " for " << wrong.answer;
            answers.right[name].predictions[question.id] = right;
            answers.wrong[name].predictions[question.id] = wrong;
        }
    }

    /// As the card does with what is typed or clicked.
    std::pair<Prediction, Prediction> answered(const model::Question& question)
    {
        driver_->until([&] { return !teaching::live_answer(view(), question).is_pending; });
        const auto answer = teaching::live_answer(view(), question).answer;
        if (answer.choice)
            return {judging::judge_choice(question, *answer.choice, *answer.choice),
                    judging::judge_choice(question, (*answer.choice + 1) % question.choices.size(), *answer.choice)};
        EXPECT_TRUE(answer.number) << answer.why_unknown.value_or("");
        if (!answer.number) return {};
        const auto typed = [&](double number) {
            const std::string text = judging::quantity_text(judging::rounded(number), question.unit);
            const auto read = judging::read_number(text, question.unit);
            EXPECT_TRUE(read) << text;
            return judging::judge_number(question, read ? *read : 0, *answer.number);
        };
        return {typed(*answer.number), typed(2 * *answer.number + 1)};
    }

    /// As the card does with a drawing: once over the true curve, and once as a line far above it.
    std::pair<Prediction, Prediction> drawn(const model::Question& question)
    {
        model::Values values = catalogue::initial_values(view().experiment(), view().gpu());
        for (const auto& [name, value] : question.set) values[name] = value;
        EXPECT_FALSE(driver_->session().set_values(values));
        driver_->session().set_focus(question.curve.variant);
        driver_->session().set_x_axis(question.curve.over);
        const teaching::Sketch sketch = window::begun_sketch(view(), question);
        driver_->until([&] { return view().progress().in_flight == 0; });
        driver_->settle();
        const auto truth = window::true_curve(view(), driver_->app().view(), sketch);
        EXPECT_GE(truth.points.size(), 2U);
        const model::Parameter* over = view().experiment().find_parameter(question.curve.over);
        teaching::Curve far;
        const double height = judging::height_of(truth.points, truth.points);
        for (const auto& [x, y] : truth.points) far[x] = y + (height == 0 ? 1 : height);
        return {teaching::judge_drawing(truth.points, truth.points, *over, truth.unit),
                teaching::judge_drawing(far, truth.points, *over, truth.unit)};
    }

    /// Keeps the progress as the window does, and hands it in.
    void hand_in(const LearnerProgress& progress, const std::string& task, const std::string& file)
    {
        driver_->session().change_learner([&](LearnerProgress& all) { all = progress; });
        driver_->frames();
        const auto done = commands::spillway(
            {"hand-in", task, "--name", "Anna", "-o", file},
            {{"XDG_CONFIG_HOME", window::test_home().string()}, {"XDG_DATA_HOME", window::test_home().string()}});
        ASSERT_EQ(done.status, 0) << done.errors;
    }

    std::unique_ptr<window::Driver> driver_;
};

/// Every question in a graded hand-in agrees, and is right or not.
std::size_t expect_all(const Json& file, bool is_right)
{
    std::size_t questions = 0;
    for (const Json& item : file.at("items")) {
        if (item.at("kind") != "question") continue;
        ++questions;
        EXPECT_EQ(item.at("verdict"), "agrees") << item.dump();
        EXPECT_EQ(item.at("good"), is_right) << item.dump();
    }
    return questions;
}

TEST_P(QuestionJourney, WhatTheWindowStoresIsGradedAsItWasOnTheScreen)
{
    std::vector<std::string> assign{"assign"};
    Answers answers;
    for (const model::Experiment& each : std::vector<model::Experiment>(view().catalogue().experiments)) {
        if (each.questions.empty() || each.exercise) continue;
        answer_lesson(each.name, answers);
        assign.insert(assign.end(), {"--lesson", each.name});
    }
    EXPECT_GE(answers.questions, 69U);
    const commands::TemporaryFolder folder;
    const std::string task = folder.file("all.spillway-task");
    assign.insert(assign.end(), {"-o", task});
    ASSERT_EQ(commands::spillway(assign).status, 0);
    hand_in(answers.right, task, folder.file("right.spillway-hand-in"));
    hand_in(answers.wrong, task, folder.file("wrong.spillway-hand-in"));

    const auto graded =
        commands::spillway({"grade", folder.path().string(), "--json", "--gpu", "h200"}, {}, std::chrono::seconds(500));
    const Json files = Json::parse(graded.output, nullptr, false);
    ASSERT_TRUE(files.is_array() && files.size() == 2) << graded.output << graded.errors;
    EXPECT_EQ(expect_all(files[0], true), answers.questions);
    EXPECT_EQ(expect_all(files[1], false), answers.questions);
    std::printf("%zu questions, right and wrong, in the locale %s\n", answers.questions, GetParam());
}

/// The sample has a decimal comma.
const std::vector<const char*> locale_names{"de_DE", "C", "tr_TR"};
SPILLWAY_SAMPLED_SUITE(QuestionJourney, locale_names, 3);

}  // namespace
}  // namespace spillway::journeys
