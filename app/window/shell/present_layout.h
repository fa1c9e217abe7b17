#pragma once

#include "app/window/shell/layout.h"

namespace spillway::window {

/// Where everything is in present mode: the charts above each other in the left half; in the right one sliders and
/// legend, one pane, and what is advised.
[[nodiscard]] Layout compute_present_layout(const LayoutInput& input);

}  // namespace spillway::window
