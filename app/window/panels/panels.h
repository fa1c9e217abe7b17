#pragma once

#include <span>

#include "app/window/kit/panel.h"
#include "app/window/panels/chart_board.h"

namespace spillway::window {

#define SPILLWAY_PANEL(name) extern const Panel name##_panel;
#include "app/window/panels/panels.inc"
#undef SPILLWAY_PANEL

/// The table, panels.inc.
[[nodiscard]] std::span<const Panel* const> panels();

/// The charts under one cursor; they are always there and not in the table.
void draw_charts(PanelContext& context, ChartBoard& board, std::span<const Rect> places);

}  // namespace spillway::window
