#pragma once

#include "app/window/kit/panel.h"
#include "app/window/shell/key_bindings.h"

namespace spillway::window {

/// Keys and words, over everything. True where the first pages are wanted instead.
[[nodiscard]] bool draw_help(PanelContext& context, const KeyBindings& bindings);

}  // namespace spillway::window
