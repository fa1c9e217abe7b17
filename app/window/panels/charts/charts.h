#pragma once

#include <span>

#include "app/window/kit/panel.h"
#include "app/window/panels/charts/chart_board.h"

namespace spillway::window {

/// The charts under one cursor; they are always there and not in the table.
void draw_charts(PanelContext& context, ChartBoard& board, std::span<const Rect> places);

}  // namespace spillway::window
