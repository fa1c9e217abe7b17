#pragma once

#include "app/window/kit/panel.h"
#include "app/window/shell/frame_times.h"

namespace spillway::window {

/// The worker, what it does, and what a frame costs.
void draw_status_line(PanelContext& context, const Rect& rect, const FrameTimes& frame_times);

}  // namespace spillway::window
