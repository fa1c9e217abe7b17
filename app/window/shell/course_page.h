#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// The lessons over the whole window: as a map of prerequisites, or by topic, with the courses through them.
void draw_course_page(PanelContext& context);

}  // namespace spillway::window
