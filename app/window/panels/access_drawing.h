#pragma once

// One access of a warp as a picture: 32 lanes, threads to what they touch, and the sectors or the banks below.

#include "app/catalogue/accesses.h"
#include "app/window/kit/theme.h"

namespace spillway::window {

/// Across the room at the cursor, `height` tall. The lane that the mouse is on, -1: none.
int draw_access(const Theme& theme, const catalogue::WarpAccess& warp, model::AccessMemory memory, float height);

}  // namespace spillway::window
