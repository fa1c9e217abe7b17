#pragma once

#include "app/charts/imgui_painter.h"
#include "app/window/kit/theme.h"

namespace spillway::window {

[[nodiscard]] charts::ChartFonts chart_fonts(const Theme& theme);
[[nodiscard]] charts::ChartStyle chart_style(const Theme& theme, bool present);

}  // namespace spillway::window
