#pragma once

#include "app/window/kit/widgets.h"
#include "app/window/panels/charts/chart_board.h"

namespace spillway::window {

// What can be clicked in a chart besides its plot.

/// The title, which explains its metric and opens the list of all; the y axis' scale; the legend.
void draw_chart_controls(PanelContext& context, const PlacedChart& placed, std::size_t place);
/// The legend alone: a click on a variant's value hides it.
void draw_legend_areas(PanelContext& context, const PlacedChart& placed);
/// The menu of the plot, open while ViewState::open_menu is "chart:" and the chart's key.
void draw_plot_menu(PanelContext& context, const PlacedChart& placed, const Rect& plot);

}  // namespace spillway::window
