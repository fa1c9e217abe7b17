#pragma once

#include "app/window/kit/focus_registry.h"

namespace spillway::window {

/// True if a finger that moves from this point scrolls: the point lies in a window with text beyond its edge, on no
/// scroll bar and, unless the finger moves up or down, on no slider. In window pixels, of the last frame.
[[nodiscard]] bool scrolls_at(const FocusRegistry& items, ImVec2 at, bool is_upright);

}  // namespace spillway::window
