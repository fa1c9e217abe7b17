#pragma once

#include "app/window/panels/panels.h"
#include "app/window/shell/frame_times.h"
#include "app/window/shell/layout.h"

namespace spillway::window {

// What is around the panels.

void draw_top_bar(PanelContext& context, const Rect& rect);
void draw_status_line(PanelContext& context, const Rect& rect, const FrameTimes& frame_times);

/// Something that the user should know before looking at the charts: no compiler, a worker that died,
/// an experiment that is not trusted. Zero where there is nothing.
[[nodiscard]] float banner_height(const PanelContext& context, float width);
void draw_banner(PanelContext& context, const Rect& rect);

/// Why the focused variant was refused and what to do, between charts and tabs; where the picture of
/// the SM has no room, what limits the occupancy. Zero where there is nothing to say.
[[nodiscard]] float sentence_height(const PanelContext& context, float width);
void draw_sentence(PanelContext& context, const Rect& rect);

/// Keys and words, over everything.
void draw_help(PanelContext& context);

}  // namespace spillway::window
