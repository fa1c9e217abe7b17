#pragma once

#include <vector>

#include "app/charts/chart.h"
#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

/// Lays a chart out inside `size`, without overlapping texts. With too little space it omits subtitle, axis name and
/// readouts, in this order. Never fails; below about 120 x 80 pixels little more than the curves remains. Pure: equal
/// input gives an equal Drawing.
[[nodiscard]] Drawing layout(const Chart& chart, Size size, const ChartStyle& style, const TextMeasure& measure);

/// Size, at least `least`, at which a chart for a file (ChartStyle::whole) shows every word.
[[nodiscard]] Size whole_size(const Chart& chart, Size least, const ChartStyle& style, const TextMeasure& measure);
/// Lays all charts out in the size that the largest needs.
[[nodiscard]] std::vector<Drawing> whole_layouts(const std::vector<Chart>& charts, Size least, const ChartStyle& style,
                                                 const TextMeasure& measure);

}  // namespace spillway::charts
