#pragma once

// From curves of results to series of points: the part of from_results.h that looks at single points.

#include <optional>
#include <string>
#include <vector>

#include "app/charts/from_results.h"
#include "app/model/metrics.h"

namespace spillway::charts::parts {

/// How a metric's values become numbers on an axis.
struct AxisUnit {
    double factor = 1;
    std::string name;  ///< "GB/s", "%", "ms"
    TickSteps steps = TickSteps::decimal;
    bool whole_numbers = false;
};

/// `largest` is the largest value that will be drawn; times choose their unit by it.
[[nodiscard]] AxisUnit axis_unit(const model::Metric& metric, double largest);

/// Whether the result has no value of that metric's group because of a failure.
using Refusal = bool (*)(const model::RunResult&);
[[nodiscard]] Refusal refusal_of(model::MetricGroup group);

[[nodiscard]] Series series_of_variant(const ChartInput& input, const model::Parameter& x, const session::Curve& curve,
                                       const model::Metric& metric, const AxisUnit& unit);

/// Spill stores and spill loads, each where it is not zero everywhere; one series where they are equal.
[[nodiscard]] std::vector<Series> spill_companions(const Series& main, const model::Parameter& x,
                                                   const session::Curve& curve);

/// The point under the cursor, where the curve has it.
[[nodiscard]] const session::CurvePoint* point_at_cursor(const ChartInput& input, const session::Curve& curve);

}  // namespace spillway::charts::parts
