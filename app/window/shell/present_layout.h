#pragma once

#include "app/window/shell/layout.h"

namespace spillway::window {

/// Layout of present mode: the charts one above the other in the left half; in the right half the sliders and the
/// legend, the tab's panel, and the sentence if it has room. If a part is filled: one chart or the tabs below the
/// banner.
[[nodiscard]] Layout compute_present_layout(const LayoutInput& input);

}  // namespace spillway::window
