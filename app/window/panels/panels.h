#pragma once

#include <span>

#include "app/window/kit/panel.h"

namespace spillway::window {

#define SPILLWAY_PANEL(name) extern const Panel name##_panel;
#include "app/window/panels/panels.inc"
#undef SPILLWAY_PANEL

/// The panel table of panels.inc.
[[nodiscard]] std::span<const Panel* const> panels();

}  // namespace spillway::window
