#pragma once

#include "app/window/kit/panel.h"
#include "app/window/shell/layout.h"

namespace spillway::window {

/// The gaps between the parts of the window: drag a gap to move the border; double-click to reset it.
void draw_borders(PanelContext& context, const Layout& layout);

/// The small button at a part's upper right corner that makes the part fill the window, and shrinks it again.
void draw_fill_button(PanelContext& context, Part part, ImVec2 upper_right, float height);
/// The button beside it, which switches between the lesson's layout and all panels. Its width is 0 if that layout is
/// not possible: another tab is open, the window is too small, a part fills it, or it presents.
void draw_fold_button(PanelContext& context, ImVec2 upper_right, float height);
[[nodiscard]] float fold_button_width(const PanelContext& context, float height);
[[nodiscard]] float fill_button_width(const Theme& theme, float height);

}  // namespace spillway::window
