#pragma once

// The plot rectangle and what surrounds it: a part of layout(), private to it.

#include <vector>

#include "app/charts/layout_header.h"
#include "app/charts/ticks.h"

namespace spillway::charts::parts {

/// Chooses the plot rectangle and the mappings; y ticks come with it because their width decides.
[[nodiscard]] std::vector<Tick> place_plot(Sheet& sheet, const RowPlan& plan);
void add_grid(Sheet& sheet, const std::vector<Tick>& y_ticks);
void add_x_axis(Sheet& sheet, const RowPlan& plan);

}  // namespace spillway::charts::parts
