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
    std::array<double, font_role_count> font_pixels{15, 12, 13, 11.5, 11.5, 12};  ///< by FontRole
    bool readout_labels = false;  ///< variants' names before their values: where no list stands beside the chart
    bool tooltips = false;        ///< an invisible target over every point, for SVG
    bool background = true;
    bool whole = false;     ///< for files, which no hover explains: no words are cut, whatever room they take
    bool controls = false;  ///< for a window: marks what can be clicked, the title and the y axis' scale

    friend bool operator==(const ChartStyle&, const ChartStyle&) = default;
    [[nodiscard]] double font(FontRole role) const { return font_pixels[static_cast<std::size_t>(role)]; }

    /// Everything larger by a factor.
    [[nodiscard]] ChartStyle scaled(double factor) const;
    /// For a projector: large type, thick lines.
    [[nodiscard]] static ChartStyle present();
    /// For a file that stands alone: names beside the values, tooltips.
    [[nodiscard]] static ChartStyle document();
};

}  // namespace spillway::charts
