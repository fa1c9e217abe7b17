#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Below the text: Back, Next, "3 of 7"; on the last step "read" and the next lesson in place of Next.
[[nodiscard]] float lesson_foot_height(const Theme& theme);
void draw_lesson_foot(PanelContext& context, const Rect& place, int step, int steps);

}  // namespace spillway::window
