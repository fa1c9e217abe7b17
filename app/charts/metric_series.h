#pragma once

// The lines of a metric chart: a part of metric_chart(), private to it.

#include <string>
#include <vector>

#include "app/charts/metric_axes.h"

namespace spillway::charts::parts {

[[nodiscard]] Series series_of_variant(const ChartInput& input, const model::Parameter& x, const results::Curve& curve,
                                       const model::Metric& metric, const AxisUnit& unit);
/// What the variant had at an earlier setting, while the present one is not answered everywhere.
[[nodiscard]] Series ghost_of_variant(const ChartInput& input, const Series& main, const model::Parameter& x,
                                      const results::Curve& curve, const model::Metric& metric, const AxisUnit& unit);
/// As wide as the metric's widest value in a legend is wherever the cursor goes, without the unit where that stands
/// elsewhere; at least as wide as such values usually are.
[[nodiscard]] std::string usual_readout(const ChartInput& input, const model::Metric& metric);
/// Spill stores and spill loads, each where it is not zero everywhere; one series where they are equal.
[[nodiscard]] std::vector<Series> spill_companions(const ChartInput& input, const Series& main,
                                                   const model::Parameter& x, const results::Curve& curve);

}  // namespace spillway::charts::parts
