#pragma once

// What stands for the values: a part of layout(), not for anybody else.

#include <optional>
#include <vector>

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

/// A series with its points in pixels; empty where there is a gap or a failure.
struct Trace {
    const Series* series = nullptr;
    std::size_t index = 0;  ///< in the chart
    std::vector<std::optional<Point>> pixels;
    bool is_ragged = false;  ///< up and down at nearly every point: they are drawn, and no line through them
};

[[nodiscard]] std::vector<Trace> trace_series(Sheet& sheet);
void add_spreads(Sheet& sheet, const std::vector<Trace>& traces);
void add_lines(Sheet& sheet, const std::vector<Trace>& traces);
void add_cursor_line(Sheet& sheet);
void add_markers(Sheet& sheet, const std::vector<Trace>& traces);
void add_tooltip_targets(Sheet& sheet);

/// The points between two neighbours of a trace: stepped series get a corner, and a level stretch has none but its ends.
void append_step(std::vector<Point>& line, const Series& series, Point to);

}  // namespace spillway::charts::parts
