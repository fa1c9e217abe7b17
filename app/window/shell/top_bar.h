#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// The short bar of present mode: the list of lessons below the title, the GPU, and a button to leave.
void draw_present_bar(PanelContext& context, const Rect& bar);
/// The experiment and the GPU, with buttons for help, theme and present mode.
void draw_top_bar(PanelContext& context, const Rect& rect);

}  // namespace spillway::window
