#pragma once

#include "app/window/kit/panel.h"
#include "app/window/shell/key_bindings.h"

namespace spillway::window {

/// Keys and words, over everything.
void draw_help(PanelContext& context, const KeyBindings& bindings);

}  // namespace spillway::window
