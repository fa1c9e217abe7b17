#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// What is studied on which GPU, and the way to help, theme and presenting.
void draw_top_bar(PanelContext& context, const Rect& rect);

}  // namespace spillway::window
