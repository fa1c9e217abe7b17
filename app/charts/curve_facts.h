#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/charts/metric_chart.h"

namespace spillway::charts {

/// Caches facts that depend on every result of the curves, until the results or their positions change. A drag of the
/// x axis' slider does not change them; computing them at each step would double the cost of its charts.
class CurveFacts {
public:
    struct OfMetric {
        double largest = 0;          ///< largest value of the visible variants
        std::string widest_readout;  ///< see Chart::widest_readout
    };
    [[nodiscard]] const OfMetric& of(const ChartInput& input, const model::Metric& metric);

private:
    void clear_if_changed(const ChartInput& input);

    using Source = std::pair<double, std::shared_ptr<const model::RunResult>>;
    std::vector<Source> sources_;  ///< positions and results that the facts were computed from
    std::map<std::string_view, OfMetric> by_metric_;
};

}  // namespace spillway::charts
