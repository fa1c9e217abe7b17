#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/catalogue/course_map.h"
#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

/// The course as it is shown: the map of what leads to what, or the lessons by topic.
enum class CourseLook { map, topics };

struct CourseView {
    std::set<std::string> done;  ///< lessons that were read
    std::string current;         ///< the one that is open; empty: none
    std::string pointed;         ///< whose ways stand out; empty: none's
};

/// Where a lesson was drawn.
struct PlacedLesson {
    const model::Experiment* lesson = nullptr;
    Rect rect;
};

struct CourseDrawing {
    Drawing drawing;
    std::vector<PlacedLesson> lessons;  ///< in the order of reading: column by column
};

/// Each lesson as a box with its title, how difficult it is and its minutes. What is done has a tick, what comes next
/// says so, and what has to wait is fainter. Where the boxes are too low for all of that, the titles stay.
[[nodiscard]] CourseDrawing course_drawing(const catalogue::Catalogue& catalogue, CourseLook look,
                                           const CourseView& view, Size size, const ChartStyle& style,
                                           const TextMeasure& measure);

/// "after Coalescing and Bank conflicts · difficulty 2 of 3 · 25 minutes"
[[nodiscard]] std::string course_words(const catalogue::Catalogue& catalogue, const model::Experiment& lesson);
/// "Next: Registers and occupancy, 25 minutes. 2 of 27 done."
[[nodiscard]] std::string next_words(const catalogue::Catalogue& catalogue, const std::set<std::string>& done);

}  // namespace spillway::charts
