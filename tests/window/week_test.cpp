// A week of the four, played through the real window as its talk has it: the session with a presenter's clicker, then
// the learner's own way through its lessons and its homework. The hand rests, goes back, and errs: it types what is no
// number, shows a curve before it has drawn one, skips and asks again, and hands in a wrong kernel first.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include <gtest/gtest.h>

#include "app/teaching/courses.h"
#include "app/teaching/exercise_verdict.h"
#include "app/teaching/talk.h"
#include "app/teaching/view_text.h"
#include "app/window/kit/compat.h"
#include "learners_hand.h"
#include "tests/support/source_folder.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

struct Week {
    int begins_at = 0;  ///< stop of the talk
    std::vector<std::string> lessons, homework;
    int stops = 0;
};

/// A week begins at "# Week 2", and a lesson of its homework at "## Homework".
Week week_of(const teaching::Talk& talk, int wanted)
{
    Week week;
    int now = 0;
    for (std::size_t i = 0; i < talk.stops.size(); ++i) {
        const teaching::TalkStop& stop = talk.stops[i];
        if (stop.notes.starts_with("# Week")) ++now;
        if (now != wanted) continue;
        if (week.stops++ == 0) week.begins_at = static_cast<int>(i);
        const std::string lesson = teaching::parse_view(stop.view)->setting.experiment;
        auto& list = stop.notes.starts_with("## Homework") ? week.homework : week.lessons;
        if (list.empty() || list.back() != lesson) list.push_back(lesson);
    }
    return week;
}

/// The first of a learner's kernels that is right, or that compiles and is wrong.
std::string kernel_for(const std::string& exercise, bool is_right)
{
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(source_folder / "tests/exercises/learners" / exercise))
        files.push_back(file.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const std::string text = text_of(file);
        const bool is_judged = text.starts_with("// Wrong: goal") || text.starts_with("// Wrong: result");
        if (is_right ? file.filename().string().starts_with("right_") : is_judged) return text;
    }
    ADD_FAILURE() << exercise << " has no such kernel";
    return "";
}

class AWeek : public testing::Test {
protected:
    void SetUp() override
    {
        Start start;
        start.width = 1600;
        start.height = 900;
        start.fill_curve = true;
        start.gpus_file = source_folder / "assets/gpus.json";  // with the recordings that ship
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        hand.emplace(*driver);
        hand->wait_for([&] { return driver->session().view().worker().hello.has_value(); });
        if (!driver->session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler on this machine";
    }

    /// On the projector: every stop, one of them again, and a look at the first when it should be the next.
    void give(const Week& week)
    {
        ViewState& view = driver->app().view();
        driver->press('M');
        driver->frames(3);
        driver->click("course:talk:four_weeks");
        driver->frames(3);
        ASSERT_TRUE(view.talk);
        driver->press(Key::page_up);
        EXPECT_EQ(view.talk->at, 0) << "there is nothing before the first stop";
        for (int i = 0; i < week.begins_at; ++i) driver->press(Key::page_down);
        for (int i = 0; i < week.stops; ++i) {
            ASSERT_EQ(view.talk->at, week.begins_at + i);
            const teaching::TalkStop& stop = view.talk->talk.stops[static_cast<std::size_t>(view.talk->at)];
            driver->frames(2);
            if (i == 0) driver->settle();
            EXPECT_EQ(driver->session().view().selection().experiment,
                      teaching::parse_view(stop.view)->setting.experiment);
            driver->press(Key::page_down);
            if (i + 1 < week.stops && i % 3 == 1) {
                driver->press(Key::page_up);
                driver->press(Key::page_down);
            }
        }
        driver->click("tab:talk");
        driver->click("talk:close");
        driver->frames(2);
        EXPECT_FALSE(view.talk);
    }

    void open_lesson(const std::string& lesson)
    {
        driver->press('M');
        driver->frames(3);
        driver->click("course:lesson:" + lesson);
        driver->frames(4);
        ASSERT_EQ(driver->session().view().selection().experiment, lesson);
        ASSERT_EQ(driver->app().view().tab, "lesson");
    }

    [[nodiscard]] const learner::Prediction* made(const std::string& lesson, const std::string& question) const
    {
        const auto& learner = driver->session().view().learner();
        const auto at = learner.find(lesson);
        if (at == learner.end() || !at->second.predictions.contains(question)) return nullptr;
        return &at->second.predictions.at(question);
    }

    void guess(const model::Question& question, const std::string& key)
    {
        if (question.kind == model::QuestionKind::choice) return hand->click(key + ":0");
        if (question.kind == model::QuestionKind::number) {
            hand->click(key);
            driver->type("many");  // no number: the card says so, and goes on asking
            driver->press(Key::enter);
            driver->frames(3);
            EXPECT_FALSE(made(driver->session().view().experiment().name, question.id));
            hand->click(key);
            driver->press('A', true);
            driver->type("64");
            return driver->press(Key::enter);
        }
        hand->click(key + ":draw");
        hand->click(key + ":show");  // before anything is drawn
        EXPECT_FALSE(made(driver->session().view().experiment().name, question.id));
        const model::Parameter& over = *driver->session().view().experiment().find_parameter(question.curve.over);
        hand->click(key);
        driver->type(std::to_string(over.first) + ":1, " + std::to_string(over.last) + ":50");
        driver->press(Key::enter);
        hand->click(key + ":show");
    }

    void answer(const std::string& lesson, const model::Question& question, bool skips_first)
    {
        SCOPED_TRACE(lesson + ": " + question.id);
        const std::string key = "question:" + question.id;
        if (skips_first) {
            hand->click(key + ":skip");
            EXPECT_TRUE(hand->wait_for([&] { return made(lesson, question.id) != nullptr; })) << "was not skipped";
            hand->click(key + ":again");
            EXPECT_TRUE(hand->wait_for([&] { return made(lesson, question.id) == nullptr; })) << "is not asked again";
        }
        guess(question, key);
        EXPECT_TRUE(hand->wait_for([&] { return made(lesson, question.id) != nullptr; })) << "was not judged";
        const learner::Prediction* prediction = made(lesson, question.id);
        if (prediction == nullptr) return;
        EXPECT_FALSE(prediction->skipped);
        EXPECT_TRUE(prediction->off_by.has_value()) << prediction->guess << " against " << prediction->answer;
        static_cast<void>(hand->in_sight(key + ":again"));
    }

    void read(const std::string& lesson)
    {
        SCOPED_TRACE(lesson);
        open_lesson(lesson);
        const std::vector<model::Question> questions = driver->session().view().experiment().questions;
        for (std::size_t i = 0; i < questions.size() && !HasFailure(); ++i) {
            answer(lesson, questions[i], i == 1);
            ++questions_answered;
        }
        if (driver->step() > 1) driver->click("lesson:back");  // and once more what was read
        driver->keep_picture("week_" + lesson);
    }

    void win(const std::string& exercise)
    {
        SCOPED_TRACE(exercise);
        hand->click("exercise:" + exercise);
        hand->click("exercise:hint");
        const auto verdict = [&] { return teaching::judge_exercise(driver->session().view()); };
        const std::string before = verdict().sentence;
        hand->write_kernel(kernel_for(exercise, false));
        EXPECT_TRUE(hand->wait_for([&] {
            const auto now = verdict();
            return now.output == judging::OutputState::wrong ||
                   (now.output == judging::OutputState::right && now.sentence.find(" reached.") != std::string::npos);
        })) << verdict().sentence;
        EXPECT_FALSE(hand->is_won()) << "with a wrong kernel";
        hand->write_kernel(kernel_for(exercise, true));
        EXPECT_TRUE(hand->wait_for([&] { return hand->is_won(); })) << verdict().sentence << verdict().trouble;
        driver->keep_picture("week_" + exercise);
        hand->click("exercise:back");
        ++exercises_won;
    }

    std::unique_ptr<Driver> driver;
    std::optional<LearnersHand> hand;
    int questions_answered = 0, exercises_won = 0;
};

/// The second week's session, its first lesson and its last homework; SPILLWAY_TEST_WEEK=1 to 4 plays all of a week.
TEST_F(AWeek, ItsSessionItsLessonsAndItsHomework)
{
    const char* text = std::getenv("SPILLWAY_TEST_WEEK");
    const auto talk = teaching::parse_talk(text_of(teaching::find_course("four_weeks")->file));
    ASSERT_TRUE(talk) << talk.error().line();
    Week week = week_of(*talk, text == nullptr ? 2 : std::atoi(text));
    ASSERT_GE(week.lessons.size(), 3u);
    ASSERT_GE(week.homework.size(), 2u);
    if (text == nullptr) {
        week.lessons.resize(1);
        week.homework.erase(week.homework.begin(), week.homework.end() - 1);
    }
    give(week);
    for (const std::string& lesson : week.lessons)
        if (!HasFailure()) read(lesson);
    for (const std::string& lesson : week.homework) {
        if (HasFailure()) return;
        read(lesson);
        const std::vector<model::Experiment> exercises = driver->session().view().experiment().exercises;
        for (const model::Experiment& exercise : exercises)
            if (!HasFailure()) win(exercise.name);
    }
    RecordProperty("questions", questions_answered);
    EXPECT_GE(questions_answered, 3);
    EXPECT_EQ(exercises_won, static_cast<int>(week.homework.size()));
}

}  // namespace
}  // namespace spillway::window
