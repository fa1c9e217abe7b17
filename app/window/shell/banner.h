#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Something that the user should know before looking at the charts: no compiler, a worker that died,
/// an experiment that is not trusted. Zero where there is nothing.
[[nodiscard]] float banner_height(const PanelContext& context, float width);
void draw_banner(PanelContext& context, const Rect& rect);

}  // namespace spillway::window
