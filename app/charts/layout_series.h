#pragma once

// The values as points in pixels, which layout_lines.h and layout_markers.h draw: a part of layout(), private to it.

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
/// Painting order: ghosts, companions, then the variants, the focused one on top.
[[nodiscard]] std::vector<std::size_t> painting_order(const std::vector<Trace>& traces);
/// The point at x, most likely the one at `guess`: the series of a chart are mostly over the same values.
[[nodiscard]] std::optional<std::size_t> find_point(const Series& series, double x, std::size_t guess = 0);

/// The points between two neighbours of a trace: stepped series get a corner, and a straight stretch has none but its
/// ends, so that it is the same line wherever on it the cursor's point stands.
void append_step(std::vector<Point>& line, const Series& series, Point to);

}  // namespace spillway::charts::parts
