#pragma once

#include "app/charts/drawing.h"
#include "app/charts/launch_figure.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

/// Minimum size for launch_drawing(), in pixels of this style.
[[nodiscard]] Size least_launch_size(const LaunchFigure& launch, const ChartStyle& style, const TextMeasure& measure);

/// Draws the grid's waves, one SM's blocks, one block's warps and one warp's threads as rows. Each row enlarges one
/// cell of the row above. Labels are at the left. Empty if `size` is below least_launch_size().
[[nodiscard]] Drawing launch_drawing(const LaunchFigure& launch, Size size, const ChartStyle& style,
                                     const TextMeasure& measure);

}  // namespace spillway::charts
