#pragma once

#include "app/window/shell/layout.h"

namespace spillway::window {

/// Layout of present mode: the charts on top of each other in the left half; sliders and legend, one panel, and the
/// advice in the right half.
[[nodiscard]] Layout compute_present_layout(const LayoutInput& input);

}  // namespace spillway::window
