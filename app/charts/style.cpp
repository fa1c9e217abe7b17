#include "app/charts/style.h"

#include <algorithm>
#include <cmath>

namespace spillway::charts {
namespace {

constexpr Rgba rgb(unsigned hex)
{
    return {static_cast<unsigned char>(hex >> 16), static_cast<unsigned char>(hex >> 8 & 0xff),
            static_cast<unsigned char>(hex & 0xff), 1};
}

double luminance(const Rgba& colour)
{
    const auto linear = [](unsigned char channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b);
}

}  // namespace

ChartStyle ChartStyle::scaled(double factor) const
{
    ChartStyle style = *this;
    style.scale *= factor;
    style.line_width *= factor;
    style.marker_radius *= factor;
    style.padding *= factor;
    style.rounding *= factor;
    for (double& pixels : style.font_pixels) pixels *= factor;
    return style;
}

ChartStyle ChartStyle::present()
{
    ChartStyle style = ChartStyle{}.scaled(1.5);
    style.line_width = 4;
    style.marker_radius = 6.5;
    style.padding = 16;
    return style;
}

ChartStyle ChartStyle::document()
{
    ChartStyle style;
    style.readout_labels = true;
    style.tooltips = true;
    return style;
}

Rgba ChartPalette::resolve(const Colour& colour) const
{
    const auto pick = [&]() -> Rgba {
        switch (colour.role) {
            case ColourRole::background:
                return background;
            case ColourRole::text:
                return text;
            case ColourRole::text_muted:
                return text_muted;
            case ColourRole::grid:
                return grid;
            case ColourRole::axis:
                return axis;
            case ColourRole::cursor:
                return cursor;
            case ColourRole::cursor_label:
                return cursor_label;
            case ColourRole::cliff:
                return cliff;
            case ColourRole::cliff_text:
                return cliff_text;
            case ColourRole::ceiling:
                return ceiling;
            case ColourRole::failure:
                return failure;
            case ColourRole::series:
                return series[static_cast<std::size_t>(std::max(colour.series, 0)) % series.size()];
        }
        return text;
    };
    Rgba resolved = pick();
    resolved.a *= colour.opacity;
    return resolved;
}

ChartPalette ChartPalette::dark()
{
    ChartPalette palette;
    palette.background = rgb(0x1b1f26);
    palette.text = rgb(0xe8eaf0);
    palette.text_muted = rgb(0x9aa3b2);
    palette.grid = rgb(0x2b313c);
    palette.axis = rgb(0x4a5262);
    palette.cursor = rgb(0xf2f4f8);
    palette.cursor_label = rgb(0x14171c);
    palette.cliff = rgb(0xe0655f);
    palette.cliff_text = rgb(0xff9a93);
    palette.ceiling = rgb(0x8a93a3);
    palette.failure = rgb(0xe0655f);
    palette.series = {rgb(0x56b4e9), rgb(0xe69f00), rgb(0x00b384), rgb(0xd98bb5),
                      rgb(0xf0e442), rgb(0xee7426), rgb(0x4a90d9), rgb(0xc8ccd4)};
    return palette;
}

ChartPalette ChartPalette::light()
{
    ChartPalette palette;
    palette.background = rgb(0xffffff);
    palette.text = rgb(0x1a1e26);
    palette.text_muted = rgb(0x596273);
    palette.grid = rgb(0xe6e9ee);
    palette.axis = rgb(0xa9b1bd);
    palette.cursor = rgb(0x2a303b);
    palette.cursor_label = rgb(0xffffff);
    palette.cliff = rgb(0xc8372f);
    palette.cliff_text = rgb(0xb32820);
    palette.ceiling = rgb(0x6b7484);
    palette.failure = rgb(0xc8372f);
    palette.series = {rgb(0x2686c4), rgb(0xb87700), rgb(0x008f68), rgb(0xb3558c),
                      rgb(0x8c8200), rgb(0xcc5a00), rgb(0x005a94), rgb(0x4d5360)};
    return palette;
}

double contrast(const Rgba& a, const Rgba& b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace spillway::charts
