#pragma once

#include "app/window/kit/panel.h"
#include "app/window/shell/layout.h"

namespace spillway::window {

/// The gaps between the parts of the window: dragged they move, a double click puts them back.
void draw_borders(PanelContext& context, const Layout& layout);

/// The small square at a part's upper right corner that lets it fill the window, and back.
void draw_fill_button(PanelContext& context, Part part, ImVec2 upper_right, float height);
[[nodiscard]] float fill_button_width(const Theme& theme, float height);

}  // namespace spillway::window
