#pragma once

// Axes of a metric chart. Private part of metric_chart().

#include <string>

#include "app/charts/metric_chart.h"
#include "app/model/metrics.h"

namespace spillway::charts::parts {

/// Conversion of a metric's values to numbers on an axis.
struct AxisUnit {
    double factor = 1;
    std::string name;  ///< "GB/s", "%", "ms"
    TickSteps steps = TickSteps::decimal;
    bool whole_numbers = false;
};

/// Chosen by the largest value of the curves.
[[nodiscard]] AxisUnit axis_unit(const model::Metric& metric, double largest);
[[nodiscard]] Axis x_axis(const ChartInput& input, const model::Parameter& x);
void add_cursor(Chart& chart, const ChartInput& input, const model::Parameter& x);
/// Compresses the end of the x axis if all visible variants are refused in a large part of it.
void press_refused_range(Chart& chart, const ChartInput& input, const model::Metric& metric);
/// True if the metric is a share of a whole: its axis to 100 % shows how much is missing.
[[nodiscard]] bool is_share(const model::Metric& metric);
/// Chosen by the chart's series and reference lines.
void set_y_range(Chart& chart, const model::Metric& metric, AxisScale wanted);

}  // namespace spillway::charts::parts
