#pragma once

// The axes of a metric chart: a part of metric_chart(), private to it.

#include <string>

#include "app/charts/metric_chart.h"
#include "app/model/metrics.h"

namespace spillway::charts::parts {

/// How a metric's values become numbers on an axis.
struct AxisUnit {
    double factor = 1;
    std::string name;  ///< "GB/s", "%", "ms"
    TickSteps steps = TickSteps::decimal;
    bool whole_numbers = false;
};

/// By the largest value of the curves.
[[nodiscard]] AxisUnit axis_unit(const model::Metric& metric, double largest);
[[nodiscard]] Axis x_axis(const ChartInput& input, const model::Parameter& x);
void add_cursor(Chart& chart, const ChartInput& input, const model::Parameter& x);
/// Where a large part of the axis, up to its end, is refused to all variants that are shown: from where.
void press_refused_range(Chart& chart, const ChartInput& input, const model::Metric& metric);
/// Of something whole: an axis to 100 % says how much is missing.
[[nodiscard]] bool is_share(const model::Metric& metric);
/// From the series and reference lines that the chart has by now.
void set_y_range(Chart& chart, const model::Metric& metric, AxisScale wanted);

}  // namespace spillway::charts::parts
