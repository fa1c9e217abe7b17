#pragma once

#include "app/window/surface/surface.h"

namespace spillway::window {

/// What lengths are multiplied by before what the user chose; in present mode never smaller than outside of it.
[[nodiscard]] float fitting_scale(const Surface& surface, bool present);
/// The largest zoom on top of it that leaves a lesson its lines and a slider its way.
[[nodiscard]] float most_zoom(const Surface& surface, bool present);

}  // namespace spillway::window
