#include "app/charts/palette.h"

#include <algorithm>
#include <cmath>

namespace spillway::charts {
namespace {

/// Colour from 0xRRGGBB.
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

Rgba Palette::resolve(const Colour& colour) const
{
    const auto pick = [&]() -> Rgba {
        switch (colour.role) {
            case ColourRole::background: return panel;
            case ColourRole::text: return text;
            case ColourRole::text_muted: return text_muted;
            case ColourRole::grid: return grid;
            case ColourRole::axis: return axis;
            case ColourRole::cursor: return cursor;
            case ColourRole::cursor_label: return cursor_label;
            case ColourRole::cliff: return cliff;
            case ColourRole::cliff_text: return error;
            case ColourRole::reference: return reference;
            case ColourRole::faint: return text_faint;
            case ColourRole::accent: return accent;
            case ColourRole::warning: return warning;
            case ColourRole::good: return good;
            case ColourRole::local_ground: return local_highlight;
            case ColourRole::local_text: return local_highlight_text;
            case ColourRole::series:
                return series[static_cast<std::size_t>(std::max(colour.series, 0)) % series.size()];
        }
        return text;
    };
    Rgba resolved = pick();
    resolved.a *= colour.opacity;
    return resolved;
}

const Palette& Palette::dark()
{
    static constexpr Palette palette{
        .ground = rgb(0x12151b),
        .panel = rgb(0x1b1f27),
        .panel_border = rgb(0x2b313c),
        .text = rgb(0xe9ecf1),
        .text_muted = rgb(0xa4adbb),
        .text_faint = rgb(0x8b94a3),
        .accent = rgb(0x5fb0ff),
        .accent_soft = rgb(0x25344b),
        .warning = rgb(0xffc25c),
        .error = rgb(0xff8d86),
        .good = rgb(0x57d08f),
        .local_highlight = rgb(0x44320f),
        .local_highlight_text = rgb(0xffca66),
        .grid = rgb(0x2d333e),
        .axis = rgb(0x4a5262),
        .cursor = rgb(0xf2f5f9),
        .cursor_label = rgb(0x14171c),
        .cliff = rgb(0xe0655f),
        .reference = rgb(0x8a93a3),
        .series = {rgb(0x56b4e9), rgb(0xe69f00), rgb(0x1fbd8f), rgb(0xdf8bbd), rgb(0xf0e442), rgb(0xf2703a),
                   rgb(0x6f9bff), rgb(0xb8c0cc)},
    };
    return palette;
}

const Palette& Palette::light()
{
    static constexpr Palette palette{
        .ground = rgb(0xe9ecf1),
        .panel = rgb(0xffffff),
        .panel_border = rgb(0xd3d9e2),
        .text = rgb(0x161b23),
        .text_muted = rgb(0x485364),
        .text_faint = rgb(0x5c6778),
        .accent = rgb(0x1560c8),
        .accent_soft = rgb(0xdde9fa),
        .warning = rgb(0x8a5300),
        .error = rgb(0xb3261e),
        .good = rgb(0x0b7440),
        .local_highlight = rgb(0xfff0cc),
        .local_highlight_text = rgb(0x7a4b00),
        .grid = rgb(0xe1e5eb),
        .axis = rgb(0xa9b1bd),
        .cursor = rgb(0x2a313c),
        .cursor_label = rgb(0xffffff),
        .cliff = rgb(0xc8372f),
        .reference = rgb(0x6b7484),
        .series = {rgb(0x0072b2), rgb(0xc47a00), rgb(0x00835f), rgb(0xb0568c), rgb(0x8a7a00), rgb(0xc9480b),
                   rgb(0x4459c4), rgb(0x5c6778)},
    };
    return palette;
}

double contrast(const Rgba& a, const Rgba& b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace spillway::charts
