#pragma once

// Picture of one access of a warp: 32 lanes, lines to their addresses, and the sectors or banks below.

#include "app/catalogue/accesses.h"
#include "app/window/kit/theme.h"

namespace spillway::window {

/// Draws at the cursor across the available width, `height` tall; the names of its rows in the `label_width` on the
/// left. Returns the hovered lane; -1: none.
int draw_access(const Theme& theme, const catalogue::WarpAccess& warp, model::AccessMemory memory, float height,
                float label_width = 0);

}  // namespace spillway::window
