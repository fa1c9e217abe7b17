#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/charts/metric_chart.h"

namespace spillway::charts {

/// Caches facts that need a look at every result of the curves, until the curves' results or positions change. While
/// the slider of the x axis moves they stay the same; computing them again would double the cost of a step's charts.
class CurveFacts {
public:
    struct OfMetric {
        double largest = 0;         ///< largest value of the visible variants
        std::string usual_readout;  ///< see Chart::usual_readout
    };
    [[nodiscard]] const OfMetric& of(const ChartInput& input, const model::Metric& metric);

private:
    void look_at(const ChartInput& input);

    using Place = std::pair<double, std::shared_ptr<const model::RunResult>>;
    std::vector<Place> places_;  ///< the results that the facts are from
    std::map<std::string_view, OfMetric> by_metric_;
};

}  // namespace spillway::charts
