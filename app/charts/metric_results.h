#pragma once

// What a metric chart looks up in the curves: a part of metric_chart(), private to it.

#include <vector>

#include "app/charts/metric_chart.h"

namespace spillway::charts::parts {

/// Calls visit(curve, point) for every point with a result of the variants that are drawn.
template <typename Visit>
void for_each_result(const ChartInput& input, Visit visit)
{
    for (const results::Curve& curve : input.curves) {
        if (input.hidden.contains(curve.variant)) continue;
        for (const results::CurvePoint& point : curve.points)
            if (point.result) visit(curve, point);
    }
}

/// The result under the cursor, of the focused variant if there is one, else of any; null where there is none.
[[nodiscard]] const model::RunResult* result_at_cursor(const ChartInput& input);
/// A result that was measured, the one under the cursor if it was; null where none is.
[[nodiscard]] const model::RunResult* measured_result(const ChartInput& input);
/// The point under the cursor, where it is among the points of a curve.
[[nodiscard]] const results::CurvePoint* point_at_cursor(const ChartInput& input,
                                                         const std::vector<results::CurvePoint>& points);

/// Whether the result has no value of that metric's group because of a failure.
using Predicate = bool (*)(const model::RunResult&);
[[nodiscard]] Predicate refusal_of(const model::Metric& metric);
/// Whether the result has that metric's group: without a measurement there is no launch to speak of.
[[nodiscard]] Predicate telling_of(model::MetricGroup group);

}  // namespace spillway::charts::parts
