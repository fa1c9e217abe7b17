#pragma once

#include "app/window/kit/widgets.h"
#include "app/window/panels/charts/chart_board.h"

namespace spillway::window {

// Clickable parts of a chart other than its plot.

/// The title (it explains the metric and opens the list of metrics), the y axis' scale, the legend with the list of its
/// values, and the note on charts left out. `place`: index of the chart in chosen_metrics().
void draw_chart_controls(PanelContext& context, const PlacedChart& placed, std::size_t place);
/// The legend: a click on a variant's value hides the variant.
void draw_legend_areas(PanelContext& context, const PlacedChart& placed);
/// Context menu of the plot, open while ViewState::open_menu is "chart:" and the chart's key.
void draw_plot_menu(PanelContext& context, const PlacedChart& placed, const Rect& plot);

}  // namespace spillway::window
