#pragma once

#include "app/window/kit/focus_registry.h"

namespace spillway::window {

/// True if a finger that moves from this point scrolls: the point lies in a window with text beyond its edge, and on no
/// slider and no scroll bar. In window pixels, of the last frame.
[[nodiscard]] bool scrolls_at(const FocusRegistry& items, ImVec2 at);

}  // namespace spillway::window
