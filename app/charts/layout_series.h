#pragma once

// Values as points in pixels, for layout_lines.h and layout_markers.h. Private part of layout().

#include <optional>
#include <vector>

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

inline constexpr double dim_opacity = 0.3;  ///< of a series that stands back

/// A series with its points in pixels; empty for gaps and failures.
struct Trace {
    const Series* series = nullptr;
    std::size_t index = 0;  ///< in the chart
    std::vector<std::optional<Point>> pixels;
    /// The values go up and down at nearly every point: points without a line.
    bool is_ragged = false;
};

[[nodiscard]] std::vector<Trace> trace_series(Sheet& sheet);
/// Painting order: ghosts, companions, then variants, with the focused one on top.
[[nodiscard]] std::vector<std::size_t> painting_order(const std::vector<Trace>& traces);
/// Index of the point at x. Tries `guess` first, because most series of a chart have the same x values.
[[nodiscard]] std::optional<std::size_t> find_point(const Series& series, double x, std::size_t guess = 0);

/// Appends a line to the next point of a trace. Stepped series get a corner. A straight part has only end points, so
/// that it does not change as the cursor's point moves along it.
void append_step(std::vector<Point>& line, const Series& series, Point to);

}  // namespace spillway::charts::parts
