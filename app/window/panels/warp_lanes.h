#pragma once

// A warp's 32 lanes as columns: which of them carry an instruction out, and their values of registers.

#include "app/teaching/warp_scene.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// Width of what stands left of the lanes.
[[nodiscard]] float lanes_label_width(const Theme& theme, float room);
/// Height of the lanes' own row, and of one register's.
[[nodiscard]] float lanes_row_height(const Theme& theme);

/// The lanes, and below them as many registers as fit into `height`. Across the room at the cursor.
void draw_warp_lanes(PanelContext& context, const teaching::WarpScene& scene, float height);

}  // namespace spillway::window
