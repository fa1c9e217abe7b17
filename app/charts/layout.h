#pragma once

#include <vector>

#include "app/charts/chart.h"
#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

/// Lays a chart out: everything inside `size`, no text on another text. Too little room leaves things
/// out in the order of their weight: subtitle, axis name, readouts. Never fails; below about 120 x 80
/// pixels little more than the curves remains. Pure: equal input gives an equal Drawing.
[[nodiscard]] Drawing layout(const Chart& chart, Size size, const ChartStyle& style, const TextMeasure& measure);

/// The size, no smaller than `least`, in which a chart for a file (ChartStyle::whole) keeps every word.
[[nodiscard]] Size whole_size(const Chart& chart, Size least, const ChartStyle& style, const TextMeasure& measure);
/// All of them in the size that the largest needs.
[[nodiscard]] std::vector<Drawing> whole_layouts(const std::vector<Chart>& charts, Size least, const ChartStyle& style,
                                                 const TextMeasure& measure);

}  // namespace spillway::charts
