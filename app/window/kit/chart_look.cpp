#include "app/window/kit/chart_look.h"

#include "app/window/kit/compat.h"

namespace spillway::window {
namespace {

charts::Rgba rgba(ImU32 colour)
{
    const auto channel = [&](int shift) { return static_cast<unsigned char>((colour >> shift) & 0xff); };
    return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT),
            channel(IM_COL32_A_SHIFT) / 255.0};
}

}  // namespace

charts::ChartPalette chart_palette(const Theme& theme)
{
    charts::ChartPalette palette = theme.dark ? charts::ChartPalette::dark() : charts::ChartPalette::light();
    palette.background = rgba(theme.panel);
    palette.text = rgba(theme.text);
    palette.text_muted = rgba(theme.text_muted);
    palette.grid = rgba(theme.grid);
    palette.cursor = rgba(theme.cursor);
    palette.cliff_text = rgba(theme.error);
    for (std::size_t i = 0; i < palette.series.size(); ++i) palette.series[i] = rgba(theme.series[i]);
    return palette;
}

charts::ChartFonts chart_fonts(const Theme& theme)
{
    const auto font = [](ImFont* of) { return charts::ChartFont{of, font_pixels(of)}; };
    return {font(theme.body_bold), font(theme.small), font(theme.body_bold), font(theme.small), font(theme.small)};
}

charts::ChartStyle chart_style(const Theme& theme, bool present)
{
    charts::ChartStyle style;
    if (present) style.line_width *= 1.25;  // besides the larger scale
    style = charts::with_fonts(style.scaled(theme.scale), chart_fonts(theme));
    style.rounding = theme.rounding * 1.4f;
    return style;
}

}  // namespace spillway::window
