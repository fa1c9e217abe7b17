#pragma once

#include "app/window/surface/surface.h"

namespace spillway::window {

/// Automatic factor for all lengths, before the user's own zoom; in present mode at least as large as outside of it.
[[nodiscard]] float fitting_scale(const Surface& surface, bool present);
/// Zooms on top of that factor at which a lesson's lines and a slider fit, and a phone keeps a phone's layout.
struct ZoomRange {
    float least, most;
};
[[nodiscard]] ZoomRange zoom_range(const Surface& surface, bool present);

}  // namespace spillway::window
