#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

// In present mode: the slider of the x axis, beside it the one touched last, and below them the variants with their
// markers, in two columns.

/// How tall they are together, whatever is set.
[[nodiscard]] float present_controls_height(const PanelContext& context);
void draw_present_controls(PanelContext& context, const Rect& rect);

}  // namespace spillway::window
