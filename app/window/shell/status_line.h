#pragma once

#include <string>

#include "app/window/kit/panel.h"
#include "app/window/shell/frame_times.h"

namespace spillway::window {

/// The status line's message: a notice, else the log's last entry if it is a warning or an error that the banner does
/// not show; else empty.
[[nodiscard]] std::string notice_words(const session::SessionView& session, const ViewState& view);
/// Status line: the compiler, the worker, its activity and the message; a tooltip has the time of a frame.
void draw_status_line(PanelContext& context, const Rect& rect, const FrameTimes& frame_times);

}  // namespace spillway::window
