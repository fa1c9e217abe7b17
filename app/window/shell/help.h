#pragma once

#include "app/window/kit/panel.h"
#include "app/window/shell/key_bindings.h"

namespace spillway::window {

/// Help overlay with keys and glossary. True if the user has chosen the "Start here" pages instead.
[[nodiscard]] bool draw_help(PanelContext& context, const KeyBindings& bindings);

}  // namespace spillway::window
