#pragma once

// Texts of a metric chart. Private part of metric_chart().

#include <string>

#include "app/charts/metric_chart.h"
#include "app/model/metrics.h"

namespace spillway::charts::parts {

void add_subtitle(Chart& chart, const ChartInput& input, const model::Metric& metric, const std::string& unit);
/// Why the chart is empty; empty if it is not.
[[nodiscard]] std::string empty_message(const Chart& chart, const ChartInput& input, const model::Metric& metric);

}  // namespace spillway::charts::parts
