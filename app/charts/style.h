#pragma once

#include <array>
#include <cstddef>

#include "app/charts/drawing.h"

namespace spillway::charts {

/// Sizes of a chart, in pixels of the drawing.
struct ChartStyle {
    double scale = 1;  ///< factor of the other lengths; also for lengths not listed here
    double line_width = 2;
    double marker_radius = 3.6;
    double padding = 14;
    double rounding = 6;
    std::array<double, font_role_count> font_pixels{15, 12, 13, 11.5, 11.5, 12};  ///< by FontRole
    bool readout_labels = false;  ///< variant names before values, for charts without a list beside them
    bool curve_names = false;     ///< variant names at the ends of the curves
    bool tooltips = false;        ///< invisible target over every point, for SVG
    bool background = true;
    bool whole = false;     ///< for files, which have no tooltips: never shorten text
    bool narrow = false;    ///< for a column of a page: the words beside the x axis' label may come close to it
    bool controls = false;  ///< for a window: mark clickable parts, the title and the y scale

    friend bool operator==(const ChartStyle&, const ChartStyle&) = default;
    [[nodiscard]] double font(FontRole role) const { return font_pixels[static_cast<std::size_t>(role)]; }

    /// The style with all sizes multiplied.
    [[nodiscard]] ChartStyle scaled(double factor) const;
    /// For a projector: large type, thick lines.
    [[nodiscard]] static ChartStyle present();
    /// For a separate file: names beside the values and at the ends of the curves, tooltips.
    [[nodiscard]] static ChartStyle document();
};

}  // namespace spillway::charts
