// A learner's half hour, played through the real window: four lessons, each prediction made, two exercises won. The
// script names what stands on the screen and nothing else. Between any two of its acts the hand rests, goes back or
// errs, and it draws as hands do.
#include <optional>

#include <gtest/gtest.h>

#include "app/lessons/lesson_steps.h"
#include "app/teaching/exercise_verdict.h"
#include "app/window/kit/compat.h"
#include "learners_hand.h"
#include "tests/support/source_folder.h"

namespace spillway::window {
namespace {

enum class Act {
    click,  ///< an item
    type,   ///< into the field that was clicked
    draw,   ///< a guess over the chart of that metric, from its lower left to its upper right
    mend,   ///< the exercise's kernel, in an editor of one's own
    see,    ///< wait until it is on the screen
    picture,
};

struct Step {
    Act act;
    std::string what;
};

/// The lesson is the first thing that is seen.
const std::vector<Step> first_predictions = {
    {Act::see, "question:frame_64"},
    {Act::picture, "half_hour_first_sight"},
    {Act::click, "question:frame_64"},
    {Act::type, "200"},
    {Act::see, "question:frame_64:again"},
    {Act::picture, "half_hour_number_answered"},
    {Act::click, "question:local_time:0"},
    {Act::see, "question:local_time:again"},
    {Act::click, "question:registers_curve:draw"},
    {Act::picture, "half_hour_covered"},
    {Act::draw, "registers"},
    {Act::picture, "half_hour_drawn"},
    {Act::click, "question:registers_curve:show"},
    {Act::see, "question:registers_curve:again"},
    {Act::picture, "half_hour_revealed"},
    {Act::click, "question:registers_curve:drawing"},
};

const std::vector<Step> exercise_and_other_lessons = {
    {Act::click, "exercise:keep_in_registers"},
    {Act::see, "exercise:hint"},
    {Act::click, "exercise:hint"},
    {Act::picture, "half_hour_exercise"},
    {Act::mend, "keep_in_registers"},
    {Act::picture, "half_hour_exercise_won"},
    {Act::click, "exercise:back"},
    {Act::click, "lesson:next"},

    {Act::click, "question:frame_curve:draw"},
    {Act::click, "question:frame_curve"},
    {Act::type, "64:0, 200:0, 256:1024"},
    {Act::click, "question:frame_curve:show"},
    {Act::see, "question:frame_curve:again"},
    {Act::click, "question:frame_curve:drawing"},
    {Act::click, "question:frame_curve:drawing"},
    {Act::click, "question:after_the_cliff:2"},
    {Act::see, "question:after_the_cliff:again"},
    {Act::click, "lesson:next"},

    {Act::click, "question:where_balance:0"},
    {Act::see, "question:where_balance:again"},
    {Act::click, "question:shared_or_local:2"},
    {Act::see, "question:shared_or_local:again"},
    {Act::click, "question:shared_16"},
    {Act::type, "16384"},
    {Act::see, "question:shared_16:again"},
    {Act::picture, "half_hour_choice_answered"},
    {Act::click, "exercise:four_accounts"},
    {Act::see, "exercise:hint"},
    {Act::mend, "four_accounts"},
    {Act::click, "exercise:back"},
    {Act::click, "lesson:next"},

    {Act::click, "question:registers_64"},
    {Act::type, "64"},
    {Act::see, "question:registers_64:again"},
    {Act::click, "question:cliff_curve:draw"},
    {Act::click, "question:cliff_curve"},
    {Act::type, "16:500, 64:100, 128:0"},
    {Act::click, "question:cliff_curve:show"},
    {Act::see, "question:cliff_curve:again"},
    {Act::picture, "half_hour_typed_curve"},
    {Act::click, "question:warps_or_loads:1"},
    {Act::see, "question:warps_or_loads:again"},
    {Act::click, "lesson:next"},

    {Act::click, "question:which_leaves:1"},
    {Act::see, "question:which_leaves:again"},
    {Act::click, "question:pointer_or_value:2"},
    {Act::see, "question:pointer_or_value:again"},
    {Act::picture, "half_hour_fourth_lesson"},
    {Act::click, "lesson:next"},
};

class HalfHour : public testing::Test {
protected:
    void SetUp() override
    {
        Start start;
        start.width = 1600;
        start.height = 900;
        start.view.present = is_projected();
        start.fill_curve = start.disassembles = true;
        // Questions on time are answered by what was recorded.
        start.gpus_file = source_folder / "assets/gpus.json";
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        hand.emplace(*driver);
        hand->wait_for([&] { return driver->session().view().worker().hello.has_value(); });
        if (!driver->session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler on this machine";
    }

    [[nodiscard]] virtual bool is_projected() const { return false; }

    void play(const std::vector<Step>& script)
    {
        EXPECT_EQ(driver->app().view().tab, "lesson");
        for (const Step& step : script) {
            play(step);
            if (HasFailure()) return;
        }
    }

    void play(const Step& step)
    {
        SCOPED_TRACE(step.what);
        switch (step.act) {
            case Act::click: hand->err(); return hand->click(step.what);
            case Act::type: driver->type(step.what); return driver->press(Key::enter);
            case Act::draw: return draw(step.what);
            case Act::mend: return mend(step.what);
            case Act::see: return static_cast<void>(hand->in_sight(step.what));
            case Act::picture:
                driver->frames(4);
                return driver->keep_picture(is_projected() ? "present_" + step.what : step.what);
        }
    }

private:
    void draw(const std::string& metric)
    {
        const auto chart = driver->app().items().find("chart:" + metric);
        ASSERT_TRUE(chart) << metric << " has no chart on the screen";
        const ImVec2 begin{chart->min.x + 4, chart->max.y - 10}, end{chart->max.x - 4, chart->min.y + 10};
        const ImVec2 middle{(begin.x + end.x) / 2, (begin.y + end.y) / 2}, beside{middle.x, chart->max.y + 60};
        // To the middle, where it rests, back a little, out of the chart and in again; then all of it once more.
        for (const auto& [from, to] : {std::pair{begin, middle},
                                       {middle, middle},
                                       {middle, begin},
                                       {begin, beside},
                                       {beside, begin},
                                       {begin, end}}) {
            driver->drag(from, to);
            driver->frames(5);
        }
        ASSERT_TRUE(driver->app().view().sketch);
        EXPECT_GT(driver->app().view().sketch->points.size(), 4U);
        EXPECT_GT(driver->app().view().sketch->points.rbegin()->second,
                  driver->app().view().sketch->points.begin()->second);
    }

    void mend(const std::string& exercise)
    {
        hand->write_kernel(text_of(source_folder / "tests/exercises/answers" / exercise / "solution.cu"));
        EXPECT_TRUE(hand->wait_for([&] { return hand->is_won(); })) << exercise << " was not won";
    }

protected:
    std::unique_ptr<Driver> driver;
    std::optional<LearnersHand> hand;
};

TEST_F(HalfHour, FiveLessonsEachPredictionMadeTwoExercisesWon)
{
    play(first_predictions);
    if (!HasFailure()) play(exercise_and_other_lessons);
    const learner::LearnerProgress& learner = driver->session().view().learner();
    std::size_t read = 0, won = 0;
    for (const auto& [name, lesson] : learner) {
        const model::Experiment* experiment = driver->session().view().catalogue().find(name);
        ASSERT_NE(experiment, nullptr) << name;
        read += lesson.read;
        won += lesson.won.size();
        for (const model::Question& question : experiment->questions) {
            ASSERT_TRUE(lesson.predictions.contains(question.id)) << name << ": " << question.id;
            EXPECT_FALSE(lesson.predictions.at(question.id).skipped);
            EXPECT_TRUE(lesson.predictions.at(question.id).off_by) << question.id;
        }
    }
    EXPECT_EQ(read, 5U);
    EXPECT_EQ(won, 2U);
    EXPECT_EQ(learner.at("dynamic_index").predictions.at("shared_16").off_by, 0) << "16,384 bytes were guessed right";
    EXPECT_DOUBLE_EQ(learner.at("running_mean").predictions.at("frame_64").off_by.value_or(-1), 56.0 / 256);
}

TEST_F(HalfHour, ASkippedQuestionStaysSkippedAndCanBeAskedAfterAll)
{
    play({Act::click, "question:frame_64:skip"});
    play({Act::see, "question:frame_64:again"});
    EXPECT_TRUE(driver->session().view().learner().at("running_mean").predictions.at("frame_64").skipped);
    EXPECT_FALSE(driver->app().items().find("question:frame_64:skip"));
    play({Act::click, "question:frame_64:again"});
    play({Act::see, "question:frame_64:skip"});
    EXPECT_FALSE(driver->session().view().learner().at("running_mean").predictions.contains("frame_64"));
}

TEST_F(HalfHour, AnExerciseIsJudgedWhicheverTabIsOpen)
{
    const auto& session = driver->session().view();
    const auto steps = lessons::lesson_steps(session.experiment(), {}, {});
    driver->app().view().lesson_steps["running_mean"] = lessons::step_of_exercise(steps, "keep_in_registers");
    for (const model::Question& question : session.experiment().questions)
        driver->session().change_learner([&](learner::LearnerProgress& all) {
            all["running_mean"].predictions[question.id] = {true, "", "", std::nullopt};
        });
    hand->click("exercise:keep_in_registers");
    ASSERT_TRUE(hand->wait_for([&] { return session.experiment().exercise.has_value(); }));
    driver->app().view().tab = "code";
    driver->frames(3);
    hand->write_kernel(text_of(source_folder / "tests/exercises/answers/keep_in_registers/solution.cu"));
    EXPECT_TRUE(hand->wait_for([&] { return teaching::judge_exercise(session).is_won; }));
}

/// A class predicts: large type leaves a few lines of the lesson, and everything can still be scrolled to.
class ProjectedHalfHour : public HalfHour {
    [[nodiscard]] bool is_projected() const override { return true; }
};

TEST_F(ProjectedHalfHour, PredictionsAreMadeInPresentMode)
{
    play(first_predictions);
    const auto& predictions = driver->session().view().learner().at("running_mean").predictions;
    for (const char* question : {"frame_64", "local_time", "registers_curve"})
        EXPECT_TRUE(predictions.contains(question)) << question;
}

}  // namespace
}  // namespace spillway::window
