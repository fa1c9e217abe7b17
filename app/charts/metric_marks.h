#pragma once

// Failures, cliffs and reference lines of a metric chart: a part of metric_chart(), private to it.

#include <vector>

#include "app/charts/metric_axes.h"

namespace spillway::charts::parts {

void add_failures(Chart& chart, const ChartInput& input, const model::Metric& metric);
void add_cliffs(Chart& chart, const ChartInput& input, const model::Parameter& x, const model::Metric& metric);
/// What the metric's values are held against.
[[nodiscard]] std::vector<ReferenceLine> reference_lines(const ChartInput& input, const model::Metric& metric,
                                                         const AxisUnit& unit);

}  // namespace spillway::charts::parts
