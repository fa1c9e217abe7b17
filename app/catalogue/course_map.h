#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "app/catalogue/catalogue.h"

namespace spillway::catalogue {

/// A lesson's place on the map: its column is how many lessons lead to it, one after the other.
struct MapPlace {
    const model::Experiment* lesson = nullptr;
    int column = 0;
    double row = 0;  ///< of its middle; a lesson is one row tall
};

/// From a lesson to one that it leads to. Prerequisites that follow from others have no way of their own.
struct MapWay {
    std::size_t from = 0, to = 0;  ///< indices of places
    std::vector<double> rows;      ///< where it passes the columns in between, free of lessons
};

/// What leads to what, by prerequisites alone: the same catalogue always has the same map.
struct CourseMap {
    std::vector<MapPlace> places;  ///< in the catalogue's order
    std::vector<MapWay> ways;
    int columns = 0;
    double rows = 0;
};

inline constexpr double passing_rows = 0.42;  ///< what a way takes up in a column that it passes

/// Of all but plain files. The places point into the catalogue.
[[nodiscard]] CourseMap course_map(const Catalogue& catalogue);

enum class LessonState { done, ready, later };
/// Ready: all of its prerequisites that are here are done.
[[nodiscard]] LessonState lesson_state(const Catalogue& catalogue, const model::Experiment& lesson,
                                       const std::set<std::string>& done);

/// What to begin next: of the lessons that are ready the easiest, and of these the first. Null where all are done.
[[nodiscard]] const model::Experiment* next_lesson(const Catalogue& catalogue, const std::set<std::string>& done);

/// All lessons, each after those that lead to it: what next_lesson() says from the first to the last.
[[nodiscard]] std::vector<const model::Experiment*> lessons_in_order(const Catalogue& catalogue);

}  // namespace spillway::catalogue
