#pragma once

#include "app/window/surface/surface.h"

namespace spillway::window {

/// Automatic factor for all lengths, before the user's own zoom; in present mode at least as large as outside of it.
[[nodiscard]] float fitting_scale(const Surface& surface, bool present);
/// Largest zoom on top of that factor at which a lesson's lines and a slider still fit.
[[nodiscard]] float most_zoom(const Surface& surface, bool present);

}  // namespace spillway::window
