#include "app/window/kit/chart_look.h"

#include "app/window/kit/compat.h"

namespace spillway::window {

charts::ChartFonts chart_fonts(const Theme& theme)
{
    const auto font = [](ImFont* of) { return charts::ChartFont{of, font_pixels(of)}; };
    return {font(theme.body_bold), font(theme.small), font(theme.body_bold),
            font(theme.small),     font(theme.small), font(theme.code)};
}

charts::ChartStyle chart_style(const Theme& theme, bool present)
{
    charts::ChartStyle style;
    if (present) style.line_width *= 1.25;  // besides the larger scale
    style = charts::with_fonts(style.scaled(theme.scale), chart_fonts(theme));
    style.controls = true;
    style.background = false;  // it stands on a card
    return style;
}

}  // namespace spillway::window
