#pragma once

#include <span>

#include "app/window/kit/panel.h"
#include "app/window/panels/charts/chart_board.h"

namespace spillway::window {

/// The charts with their common cursor; they are always visible and therefore not in the panel table.
void draw_charts(PanelContext& context, ChartBoard& board, std::span<const Rect> places);

}  // namespace spillway::window
