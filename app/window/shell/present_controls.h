#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

// Controls of present mode: the slider of the x axis, the last touched slider beside it, and below them the variants
// with their markers in two columns. On a phone the two sliders stand one below the other; the lesson's layout has up
// to six sliders, and three columns.

/// Total height; it does not depend on the setting.
[[nodiscard]] float present_controls_height(const PanelContext& context);
void draw_present_controls(PanelContext& context, const Rect& rect);

}  // namespace spillway::window
