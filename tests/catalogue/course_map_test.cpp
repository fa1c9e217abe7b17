// The course map of the shipped catalogue: each lesson once, no two overlap, the suggested next lesson is ready.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/catalogue/course_map.h"
#include "app/catalogue/course_order.h"
#include "app/model/gpu.h"
#include "tests/catalogue/sample.h"
#include "tests/support/shipped_catalogue.h"

namespace spillway::catalogue {
namespace {

TEST(CourseMap, EachLessonStandsOnceAndNoneOverAnother)
{
    const CourseMap map = course_map(shipped_catalogue());
    ASSERT_EQ(map.places.size(), shipped_catalogue().experiments.size());
    std::set<std::string> names;
    for (const MapPlace& a : map.places) {
        EXPECT_TRUE(names.insert(a.lesson->name).second) << a.lesson->name;
        EXPECT_GE(a.row, 0.5) << a.lesson->name;
        EXPECT_LE(a.row, map.rows - 0.5 + 1e-9) << a.lesson->name;
        for (const MapPlace& b : map.places)
            if (&a != &b && a.column == b.column) {
                EXPECT_GE(std::abs(a.row - b.row), 1 - 1e-9) << a.lesson->name << " and " << b.lesson->name;
            }
    }
}

TEST(CourseMap, ABegunExerciseIsNoLesson)
{
    Catalogue catalogue = shipped_catalogue();
    const std::size_t lessons = catalogue.experiments.size();
    const auto with_exercise = std::find_if(catalogue.experiments.begin(), catalogue.experiments.end(),
                                            [](const model::Experiment& each) { return !each.exercises.empty(); });
    ASSERT_NE(with_exercise, catalogue.experiments.end());
    const model::Experiment exercise = with_exercise->exercises.front();
    catalogue.experiments.push_back(exercise);
    EXPECT_EQ(course_map(catalogue).places.size(), lessons);
}

TEST(CourseMap, WaysGoToTheRightAndThroughNoLesson)
{
    const CourseMap map = course_map(shipped_catalogue());
    for (const MapWay& way : map.ways) {
        const MapPlace &from = map.places[way.from], &to = map.places[way.to];
        ASSERT_EQ(to.column - from.column, static_cast<int>(way.rows.size()) + 1);
        for (std::size_t i = 0; i < way.rows.size(); ++i)
            for (const MapPlace& place : map.places)
                if (place.column == from.column + 1 + static_cast<int>(i)) {
                    EXPECT_GE(std::abs(place.row - way.rows[i]), (1 + passing_rows) / 2 - 1e-9)
                        << from.lesson->name << " to " << to.lesson->name << " at " << place.lesson->name;
                }
    }
    // The lines lead back to all prerequisites, although implied ones have no line of their own.
    for (std::size_t i = 0; i < map.places.size(); ++i) {
        std::set<std::string> found;
        std::vector<std::size_t> open{i};
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            for (const MapWay& way : map.ways)
                if (way.to == at && found.insert(map.places[way.from].lesson->name).second) open.push_back(way.from);
        }
        EXPECT_EQ(found, all_prerequisites(shipped_catalogue(), *map.places[i].lesson)) << map.places[i].lesson->name;
    }
}

TEST(CourseMap, TheSameCatalogueHasTheSameMap)
{
    const CourseMap a = course_map(shipped_catalogue()), b = course_map(shipped_catalogue());
    for (std::size_t i = 0; i < a.places.size(); ++i) EXPECT_EQ(a.places[i].row, b.places[i].row);
}

TEST(CourseMap, TheNextLessonIsReadyAndTheOrderHasAllLessons)
{
    std::set<std::string> done;
    const auto order = lessons_in_order(shipped_catalogue());
    ASSERT_EQ(order.size(), shipped_catalogue().experiments.size());
    for (const model::Experiment* lesson : order) {
        EXPECT_EQ(lesson_state(shipped_catalogue(), *lesson, done), LessonState::ready) << lesson->name;
        for (const std::string& before : lesson->course.prerequisites)
            EXPECT_TRUE(done.contains(before)) << before << " before " << lesson->name;
        EXPECT_EQ(next_lesson(shipped_catalogue(), done), lesson);
        done.insert(lesson->name);
        EXPECT_EQ(lesson_state(shipped_catalogue(), *lesson, done), LessonState::done);
    }
    EXPECT_EQ(next_lesson(shipped_catalogue(), done), nullptr);
}

/// A user's folder may have invalid prerequisites: the map is drawn all the same.
TEST(CourseMap, CyclesAndUnknownPrerequisitesDoNotStopIt)
{
    Catalogue catalogue;
    for (const auto& [name, before] : {std::pair{"a", "c"}, {"b", "a"}, {"c", "b"}, {"d", "gone"}}) {
        catalogue.experiments.push_back(sample::experiment());
        catalogue.experiments.back().name = name;
        catalogue.experiments.back().course.prerequisites = {before};
    }
    EXPECT_EQ(course_map(catalogue).places.size(), 4u);
    ASSERT_NE(next_lesson(catalogue, {}), nullptr);
    EXPECT_EQ(next_lesson(catalogue, {})->name, "d");
    EXPECT_EQ(next_lesson(catalogue, {"d"}), nullptr);
    catalogue.experiments.back().exercise.emplace();
    EXPECT_EQ(next_lesson(catalogue, {}), nullptr) << "a learner's copy of an exercise is not a lesson";
    EXPECT_TRUE(course_map({}).places.empty());
}

}  // namespace
}  // namespace spillway::catalogue
