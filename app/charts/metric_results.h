#pragma once

// Lookups of a metric chart in the curves. Private part of metric_chart().

#include <vector>

#include "app/charts/metric_chart.h"

namespace spillway::charts::parts {

/// Calls visit(curve, point) for every visible variant's point with a result.
template <typename Visit>
void for_each_result(const ChartInput& input, Visit visit)
{
    for (const results::Curve& curve : input.curves) {
        if (input.hidden.contains(curve.variant)) continue;
        for (const results::CurvePoint& point : curve.points)
            if (point.result) visit(curve, point);
    }
}

/// Result under the cursor: the focused variant's if it has one, otherwise any; null if there is none.
[[nodiscard]] const model::RunResult* result_at_cursor(const ChartInput& input);
/// A measured result, preferably the one under the cursor; null if there is none.
[[nodiscard]] const model::RunResult* measured_result(const ChartInput& input);
/// Point under the cursor; null if the curve has none there.
[[nodiscard]] const results::CurvePoint* point_at_cursor(const ChartInput& input,
                                                         const std::vector<results::CurvePoint>& points);

/// Predicate: a failure leaves the result without values of the metric's group.
using Predicate = bool (*)(const model::RunResult&);
[[nodiscard]] Predicate failure_test(const model::Metric& metric);
/// Predicate: the result shows whether this group has values or fails here. Without a measurement a result says nothing
/// about the launch.
[[nodiscard]] Predicate conclusive_test(model::MetricGroup group);

}  // namespace spillway::charts::parts
