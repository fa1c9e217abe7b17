#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Below the text: back, next, "3 of 7", and after the last step that it was read and the way on.
[[nodiscard]] float lesson_foot_height(const Theme& theme);
void draw_lesson_foot(PanelContext& context, const Rect& place, int step, int steps);

}  // namespace spillway::window
