#pragma once

#include <span>

#include "app/window/kit/panel.h"
#include "app/window/panels/chart_board.h"

namespace spillway::window {

/// The table of panels.
[[nodiscard]] std::span<const Panel> panels();

// One function per file of this folder. The left column, from top to bottom:
void draw_catalogue(PanelContext& context);
void draw_variants(PanelContext& context);
void draw_parameters(PanelContext& context);
// The tabs below the charts and the picture beside them:
void draw_code(PanelContext& context);
void draw_report(PanelContext& context);
void draw_occupancy(PanelContext& context);
void draw_lesson(PanelContext& context);
void draw_log(PanelContext& context);
void draw_sm(PanelContext& context);

/// The charts under one cursor; they are always there and not in the table.
void draw_charts(PanelContext& context, ChartBoard& board, std::span<const Rect> places);

/// True while the SM picture is moving towards a new configuration: the shell draws frames until it is not.
[[nodiscard]] bool sm_is_animating();
/// Gives back the SM picture's OpenGL objects. Call with the context current, before it goes away; the
/// next draw makes new ones.
void release_sm_picture();

}  // namespace spillway::window
