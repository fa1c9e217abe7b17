#pragma once

#include "app/charts/drawing.h"
#include "app/charts/launch_figure.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

/// What launch_drawing() needs at least, in pixels of this style.
[[nodiscard]] Size least_launch_size(const LaunchFigure& launch, const ChartStyle& style, const TextMeasure& measure);

/// The grid's waves, one SM's blocks, one block's warps and one warp's threads below each other: each row is one cell
/// of the row above, enlarged. Words stand at the left. Empty in less room than least_launch_size().
[[nodiscard]] Drawing launch_drawing(const LaunchFigure& launch, Size size, const ChartStyle& style,
                                     const TextMeasure& measure);

}  // namespace spillway::charts
