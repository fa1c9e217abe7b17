#pragma once

// The words of a metric chart: a part of metric_chart(), private to it.

#include <string>

#include "app/charts/metric_chart.h"
#include "app/model/metrics.h"

namespace spillway::charts::parts {

void add_subtitle(Chart& chart, const ChartInput& input, const model::Metric& metric, const std::string& unit);
/// Why there is nothing to draw; empty where there is something.
[[nodiscard]] std::string empty_message(const Chart& chart, const ChartInput& input, const model::Metric& metric);

}  // namespace spillway::charts::parts
