#pragma once

#include "app/window/kit/panel.h"
#include "app/window/shell/frame_times.h"

namespace spillway::window {

/// Status line: the worker, its activity, and the time of a frame.
void draw_status_line(PanelContext& context, const Rect& rect, const FrameTimes& frame_times);

}  // namespace spillway::window
