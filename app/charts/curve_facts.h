#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/charts/metric_chart.h"

namespace spillway::charts {

/// What takes a look at every result of the curves. Kept as long as they hold the same ones at the same places, as they
/// do while the slider of their own axis moves: finding it again would be half of what a step's charts cost.
class CurveFacts {
public:
    struct OfMetric {
        double largest = 0;         ///< value of the variants that are drawn
        std::string usual_readout;  ///< see Chart::usual_readout
    };
    [[nodiscard]] const OfMetric& of(const ChartInput& input, const model::Metric& metric);

private:
    void look_at(const ChartInput& input);

    using Place = std::pair<double, std::shared_ptr<const model::RunResult>>;
    std::vector<Place> places_;  ///< what it is all of
    std::map<std::string_view, OfMetric> by_metric_;
};

}  // namespace spillway::charts
