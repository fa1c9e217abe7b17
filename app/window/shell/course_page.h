#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// The lessons as a map of what leads to what, or by topic, and the ways through them, over the whole window.
void draw_course_page(PanelContext& context);

}  // namespace spillway::window
