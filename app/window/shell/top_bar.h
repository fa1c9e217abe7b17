#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// The short one of present mode: the list of lessons under the title, the GPU, the way out.
void draw_present_bar(PanelContext& context, const Rect& bar);
/// What is studied on which GPU, and the way to help, theme and presenting.
void draw_top_bar(PanelContext& context, const Rect& rect);

}  // namespace spillway::window
