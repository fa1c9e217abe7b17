#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Below the text: Back, Next, "3 of 7"; after the last step also "read" and the next lesson.
[[nodiscard]] float lesson_foot_height(const Theme& theme);
void draw_lesson_foot(PanelContext& context, const Rect& place, int step, int steps);

}  // namespace spillway::window
