#pragma once

#include <array>
#include <cstddef>

#include "app/charts/drawing.h"

namespace spillway::charts {

/// Sizes of a chart, all in pixels of the drawing.
struct ChartStyle {
    double scale = 1;  ///< what the other lengths were multiplied with; also for lengths not named here
    double line_width = 2;
    double marker_radius = 3.6;
    double padding = 14;
    double rounding = 6;
    std::array<double, font_role_count> font_pixels{15, 12, 13, 11.5, 11.5};  ///< by FontRole
    bool readout_labels = false;  ///< variants' names before their values: where no list stands beside the chart
    bool tooltips = false;        ///< an invisible target over every point, for SVG
    bool background = true;

    [[nodiscard]] double font(FontRole role) const { return font_pixels[static_cast<std::size_t>(role)]; }

    /// Everything larger by a factor.
    [[nodiscard]] ChartStyle scaled(double factor) const;
    /// For a projector: large type, thick lines.
    [[nodiscard]] static ChartStyle present();
    /// For a file that stands alone: names beside the values, tooltips.
    [[nodiscard]] static ChartStyle document();
};

struct Rgba {
    unsigned char r = 0, g = 0, b = 0;
    double a = 1;
};

/// Which colours the roles have. Series colours are Okabe and Ito's, lightened or darkened until they
/// stand out against the background (at least 3:1; text at least 4.5:1).
struct ChartPalette {
    Rgba background, text, text_muted, grid, axis, cursor, cursor_label, cliff, cliff_text, ceiling, failure;
    std::array<Rgba, 8> series;

    [[nodiscard]] Rgba resolve(const Colour& colour) const;
    [[nodiscard]] static ChartPalette dark();
    [[nodiscard]] static ChartPalette light();
};

/// WCAG contrast ratio of two opaque colours, 1 to 21.
[[nodiscard]] double contrast(const Rgba& a, const Rgba& b);

}  // namespace spillway::charts
