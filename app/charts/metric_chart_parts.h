#pragma once

// The parts of metric_chart(), each in a file of its own: metric_series.cpp, metric_axes.cpp,
// metric_marks.cpp, metric_words.cpp. Not for anybody else.

#include <optional>
#include <string>
#include <vector>

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

/// Calls visit(curve, point) for every point with a result of the variants that are drawn.
template <typename Visit>
void for_each_result(const ChartInput& input, Visit visit)
{
    for (const session::Curve& curve : input.curves) {
        if (input.hidden.contains(curve.variant)) continue;
        for (const session::CurvePoint& point : curve.points)
            if (point.result) visit(curve, point);
    }
}

/// The result under the cursor, of the focused variant if there is one, else of any; null where there is none.
[[nodiscard]] const model::RunResult* result_at_cursor(const ChartInput& input);
/// A result that was measured, the one under the cursor if it was; null where none is.
[[nodiscard]] const model::RunResult* measured_result(const ChartInput& input);
/// The point under the cursor, where it is among the points of a curve.
[[nodiscard]] const session::CurvePoint* point_at_cursor(const ChartInput& input,
                                                         const std::vector<session::CurvePoint>& points);

/// Whether the result has no value of that metric's group because of a failure.
using Refusal = bool (*)(const model::RunResult&);
[[nodiscard]] Refusal refusal_of(model::MetricGroup group);

// ---- metric_series.cpp ----
[[nodiscard]] Series series_of_variant(const ChartInput& input, const model::Parameter& x, const session::Curve& curve,
                                       const model::Metric& metric, const AxisUnit& unit);
/// What the variant had at an earlier setting, while the present one is not answered everywhere.
[[nodiscard]] Series ghost_of_variant(const Series& main, const model::Parameter& x, const session::Curve& curve,
                                      const model::Metric& metric, const AxisUnit& unit);
/// Spill stores and spill loads, each where it is not zero everywhere; one series where they are equal.
[[nodiscard]] std::vector<Series> spill_companions(const Series& main, const model::Parameter& x,
                                                   const session::Curve& curve);

// ---- metric_axes.cpp ----
[[nodiscard]] AxisUnit axis_unit(const ChartInput& input, const model::Metric& metric);
[[nodiscard]] Axis x_axis(const ChartInput& input, const model::Parameter& x);
void add_cursor(Chart& chart, const ChartInput& input, const model::Parameter& x);
/// From the series and reference lines that the chart has by now.
void set_y_range(Chart& chart, const model::Metric& metric, AxisScale wanted);

// ---- metric_marks.cpp ----
void add_failures(Chart& chart, const ChartInput& input, const model::Metric& metric);
void add_cliffs(Chart& chart, const ChartInput& input, const model::Parameter& x, const model::Metric& metric);
/// What the metric's values are held against.
[[nodiscard]] std::vector<ReferenceLine> reference_lines(const ChartInput& input, const model::Metric& metric,
                                                         const AxisUnit& unit);

// ---- metric_words.cpp ----
[[nodiscard]] std::string subtitle(const ChartInput& input, const model::Metric& metric, const std::string& unit);
/// Why there is nothing to draw; empty where there is something.
[[nodiscard]] std::string empty_message(const Chart& chart, const ChartInput& input, const model::Metric& metric);

}  // namespace spillway::charts::parts
