#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// A message that the user should read before the charts: no compiler, a crashed worker, an untrusted experiment.
/// Height 0 if there is none.
[[nodiscard]] float banner_height(const PanelContext& context, float width);
void draw_banner(PanelContext& context, const Rect& rect);

}  // namespace spillway::window
