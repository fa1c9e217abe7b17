#pragma once

// Failures, cliffs and reference lines of a metric chart. Private part of metric_chart().

#include <vector>

#include "app/charts/metric_axes.h"

namespace spillway::charts::parts {

void add_failures(Chart& chart, const ChartInput& input, const model::Metric& metric);
void add_cliffs(Chart& chart, const ChartInput& input, const model::Parameter& x, const model::Metric& metric);
/// References to compare the metric's values with.
[[nodiscard]] std::vector<ReferenceLine> reference_lines(const ChartInput& input, const model::Metric& metric,
                                                         const AxisUnit& unit);

}  // namespace spillway::charts::parts
