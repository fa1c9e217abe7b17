#pragma once

// A warp's 32 lanes as columns: which lanes execute an instruction, and their register values.

#include "app/teaching/warp_scene.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// Width of the labels left of the lanes, in an area `room` wide.
[[nodiscard]] float lanes_label_width(const Theme& theme, float room);
/// Height of the row of lanes, and of one register's row.
[[nodiscard]] float lanes_row_height(const Theme& theme);

/// Draws the lanes, and below them as many registers as fit into `height`, at the cursor across the available width.
void draw_warp_lanes(PanelContext& context, const teaching::WarpScene& scene, float height);

}  // namespace spillway::window
