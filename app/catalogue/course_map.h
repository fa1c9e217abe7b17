#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "app/catalogue/catalogue.h"

namespace spillway::catalogue {

/// Position of a lesson on the map. Its column is the length of the longest chain of prerequisites.
struct MapPlace {
    const model::Experiment* lesson = nullptr;
    int column = 0;
    double row = 0;  ///< of its middle; a lesson is one row high
};

/// Line from a lesson to one that requires it. Prerequisites implied by others have no line.
struct MapWay {
    std::size_t from = 0, to = 0;  ///< indices into places
    std::vector<double> rows;      ///< its row in each column in between, clear of lessons
};

/// Map of lessons, drawn from prerequisites alone: one catalogue always gives the same map.
struct CourseMap {
    std::vector<MapPlace> places;  ///< in catalogue order
    std::vector<MapWay> ways;
    int columns = 0;
    double rows = 0;
};

inline constexpr double passing_rows = 0.42;  ///< height of a line in a column that it passes

/// Includes all experiments but plain files and copies of exercises. The places point into the catalogue.
[[nodiscard]] CourseMap course_map(const Catalogue& catalogue);

enum class LessonState { done, ready, later };
/// Ready: all its prerequisites in the catalogue are done.
[[nodiscard]] LessonState lesson_state(const Catalogue& catalogue, const model::Experiment& lesson,
                                       const std::set<std::string>& done);

/// Suggested next lesson: the easiest of those that are ready, the first of equals. Null if none is ready.
[[nodiscard]] const model::Experiment* next_lesson(const Catalogue& catalogue, const std::set<std::string>& done);

/// All lessons, each after its prerequisites, in the order of next_lesson(). Leaves out a cycle of prerequisites and
/// the lessons that depend on it.
[[nodiscard]] std::vector<const model::Experiment*> lessons_in_order(const Catalogue& catalogue);

}  // namespace spillway::catalogue
