// The shipped courses: each lesson comes after its prerequisites, and the notes use no term before the lesson that
// explains it.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "app/catalogue/course_map.h"
#include "app/catalogue/course_order.h"
#include "app/lessons/lesson_steps.h"
#include "app/lessons/markdown.h"
#include "app/lessons/terms.h"
#include "app/teaching/courses.h"
#include "app/teaching/talk.h"
#include "app/teaching/view_text.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway::teaching {
namespace {

std::string course_file(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Talk talk_of(const Course& course)
{
    const auto talk = parse_talk(course_file(course.file));
    EXPECT_TRUE(talk) << talk.error().line();
    return talk ? *talk : Talk();
}

const model::Experiment* lesson_at(const TalkStop& stop)
{
    const auto view = parse_view(stop.view);
    return view ? shipped_catalogue().find(view->setting.experiment) : nullptr;
}

TEST(Courses, ThreeCoursesShip)
{
    std::set<std::string> names;
    for (const Course& course : courses_in(source_folder / "assets/courses")) {
        names.insert(course.name);
        EXPECT_FALSE(course.title.empty());
    }
    EXPECT_EQ(names, (std::set<std::string>{"ninety_minutes", "four_weeks", "alone"}));
    EXPECT_TRUE(courses_in(source_folder / "no such folder").empty());
}

TEST(Courses, EachLessonComesAfterItsPrerequisites)
{
    for (const Course& course : courses_in(source_folder / "assets/courses")) {
        std::set<std::string> seen;
        for (const TalkStop& stop : talk_of(course).stops) {
            const model::Experiment* lesson = lesson_at(stop);
            ASSERT_NE(lesson, nullptr) << course.name << ": " << stop.view;
            for (const std::string& before : catalogue::all_prerequisites(shipped_catalogue(), *lesson))
                EXPECT_TRUE(seen.contains(before)) << course.name << ": " << before << " before " << lesson->name;
            seen.insert(lesson->name);
        }
        if (course.name == "alone") {
            EXPECT_EQ(seen.size(), shipped_catalogue().experiments.size());
        }
    }
}

TEST(Courses, AloneIsTheOrderThatTheMapSuggests)
{
    const Talk talk = talk_of({"alone", "", source_folder / "assets/courses/alone.spillway-talk"});
    const auto order = catalogue::lessons_in_order(shipped_catalogue());
    ASSERT_EQ(talk.stops.size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(lesson_at(talk.stops[i]), order[i]) << i;
}

/// Five minutes before the lessons, five after them, and between them the minutes that each lesson states.
TEST(Courses, NinetyMinutesHasTimeForItsLessons)
{
    std::set<const model::Experiment*> lessons;
    const Talk talk = talk_of({"ninety_minutes", "", source_folder / "assets/courses/ninety_minutes.spillway-talk"});
    for (const TalkStop& stop : talk.stops) lessons.insert(lesson_at(stop));
    int minutes = 5 + 5;
    for (const model::Experiment* lesson : lessons) {
        ASSERT_NE(lesson, nullptr);
        minutes += lesson->course.minutes;
    }
    EXPECT_EQ(minutes, 90);
}

/// The screen shows the lecturer's question.
TEST(Courses, AStopThatAsksShowsAQuestion)
{
    const auto terms = lessons::parse_terms(course_file(source_folder / "assets/terms.json"));
    ASSERT_TRUE(terms);
    std::size_t asked = 0;
    for (const Course& course : courses_in(source_folder / "assets/courses"))
        for (const TalkStop& stop : talk_of(course).stops) {
            if (stop.notes.find("**Ask:**") == std::string::npos) continue;
            ++asked;
            const model::Experiment* lesson = lesson_at(stop);
            ASSERT_NE(lesson, nullptr);
            const auto steps = lessons::lesson_steps(*lesson, *terms, {});
            std::set<int> with_question;
            for (const model::Question& question : lesson->questions)
                with_question.insert(lessons::step_of_question(steps, question.id));
            std::string numbers;
            for (const int number : with_question) numbers += " " + std::to_string(number);
            EXPECT_TRUE(with_question.contains(parse_view(stop.view)->step))
                << stop.view << ": questions at" << numbers;
        }
    EXPECT_EQ(asked, 16u);
}

TEST(Courses, NotesUseNoWordBeforeItsLessonAndNoNameOfCode)
{
    const auto terms = lessons::parse_terms(course_file(source_folder / "assets/terms.json"));
    ASSERT_TRUE(terms);
    for (const Course& course : courses_in(source_folder / "assets/courses")) {
        std::set<std::string> known;
        for (const TalkStop& stop : talk_of(course).stops) {
            EXPECT_FALSE(stop.notes.empty()) << stop.view;
            const model::Experiment* lesson = lesson_at(stop);
            ASSERT_NE(lesson, nullptr);
            known.insert(lesson->course.teaches.begin(), lesson->course.teaches.end());
            for (const lessons::markdown::Block& block : lessons::markdown::parse(stop.notes).blocks)
                for (const lessons::markdown::Span& span : block.text) {
                    if (span.code) continue;
                    EXPECT_EQ(span.text.find('_'), std::string::npos) << course.name << ": " << span.text;
                    for (const lessons::TermPlace& place : lessons::find_terms(span.text, *terms)) {
                        const lessons::Term& term = (*terms)[static_cast<std::size_t>(place.term)];
                        EXPECT_TRUE(term.is_basic || known.contains(term.name))
                            << course.name << " at " << stop.view << " uses \"" << term.name << "\"";
                    }
                }
        }
    }
}

}  // namespace
}  // namespace spillway::teaching
