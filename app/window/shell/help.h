#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Keys and words, over everything.
void draw_help(PanelContext& context);

}  // namespace spillway::window
