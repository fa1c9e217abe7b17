#pragma once

// Picture of one access of a warp: its 32 lanes, a curve from each to its address, and below them the sectors, the
// banks or, of constant memory, the words.

#include "app/catalogue/accesses.h"
#include "app/window/kit/theme.h"

namespace spillway::window {

/// Draws at the cursor, across the available width and `height` tall. The leftmost `label_width` holds the names of the
/// rows; 0: no names. Returns the hovered lane; -1: none.
int draw_access(const Theme& theme, const catalogue::WarpAccess& warp, model::AccessMemory memory, float height,
                float label_width = 0);

}  // namespace spillway::window
