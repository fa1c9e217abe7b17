#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/catalogue/course_map.h"
#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

/// Layout of the course: a map of prerequisites, or the lessons by topic.
enum class CourseLook { map, topics };

struct CourseView {
    std::set<std::string> done;  ///< lessons already read
    std::string current;         ///< the open lesson; empty: none
    std::string pointed;         ///< lesson with highlighted links; empty: none
};

/// Position of a lesson in the drawing.
struct PlacedLesson {
    const model::Experiment* lesson = nullptr;
    Rect rect;
};

struct CourseDrawing {
    Drawing drawing;
    std::vector<PlacedLesson> lessons;  ///< in reading order: column by column
};

/// Draws each lesson as a box with title, difficulty and minutes. Lessons already read have a tick, the next one is
/// labelled, and lessons with unread prerequisites are faded. Low boxes show only title and difficulty.
[[nodiscard]] CourseDrawing course_drawing(const catalogue::Catalogue& catalogue, CourseLook look,
                                           const CourseView& view, Size size, const ChartStyle& style,
                                           const TextMeasure& measure);

/// "after Coalescing and Bank conflicts · difficulty 2 of 3 · 25 minutes"
[[nodiscard]] std::string course_words(const catalogue::Catalogue& catalogue, const model::Experiment& lesson);
/// "Next: Registers and occupancy, 25 minutes. 2 of 27 done."
[[nodiscard]] std::string next_words(const catalogue::Catalogue& catalogue, const std::set<std::string>& done);

}  // namespace spillway::charts
