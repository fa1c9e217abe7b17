#pragma once

// The plot rectangle with its axes. Private part of layout().

#include <vector>

#include "app/charts/layout_header.h"
#include "app/charts/ticks.h"

namespace spillway::charts::parts {

/// Chooses the plot rectangle and the axis mappings. Returns the y ticks, because their width determines the rectangle.
[[nodiscard]] std::vector<Tick> place_plot(Sheet& sheet, const RowPlan& plan);
void add_grid(Sheet& sheet, const std::vector<Tick>& y_ticks);
void add_x_axis(Sheet& sheet, const RowPlan& plan);

}  // namespace spillway::charts::parts
