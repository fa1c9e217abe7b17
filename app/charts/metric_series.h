#pragma once

// Lines of a metric chart. Private part of metric_chart().

#include <string>
#include <vector>

#include "app/charts/metric_axes.h"

namespace spillway::charts::parts {

[[nodiscard]] Series series_of_variant(const ChartInput& input, const model::Parameter& x, const results::Curve& curve,
                                       const model::Metric& metric, const AxisUnit& unit);
/// The variant's curve at an earlier setting, while the current one lacks results.
[[nodiscard]] Series ghost_of_variant(const ChartInput& input, const Series& main, const model::Parameter& x,
                                      const results::Curve& curve, const model::Metric& metric, const AxisUnit& unit);
/// Placeholder as wide as the metric's widest value for any cursor position, and at least as wide as usual values.
/// Without the unit if that is shown elsewhere.
[[nodiscard]] std::string widest_readout(const ChartInput& input, const model::Metric& metric);
/// Spill stores and spill loads, each only if not zero everywhere; one series if they are equal.
[[nodiscard]] std::vector<Series> spill_companions(const ChartInput& input, const Series& main,
                                                   const model::Parameter& x, const results::Curve& curve);

}  // namespace spillway::charts::parts
