#include "app/charts/curve_facts.h"

#include <algorithm>
#include <cmath>

#include "app/charts/metric_results.h"
#include "app/charts/metric_series.h"

namespace spillway::charts {
namespace {

double largest_value(const ChartInput& input, const model::Metric& metric)
{
    double largest = 0;
    const auto take = [&](const results::CurvePoint& point) {
        const double value = metric.get(*point.result).value_or(0);
        if (std::isfinite(value)) largest = std::max(largest, value);
    };
    parts::for_each_result(input, [&](const results::Curve&, const results::CurvePoint& point) { take(point); });
    if (largest > 0) return largest;
    // Without measured points, only the ghosts are drawn.
    for (const results::Curve& curve : input.curves)
        if (!input.hidden.contains(curve.variant)) std::ranges::for_each(curve.ghost, take);
    return largest;
}

}  // namespace

void CurveFacts::clear_if_changed(const ChartInput& input)
{
    std::size_t known = 0;
    bool are_same = true;
    parts::for_each_result(input, [&](const results::Curve&, const results::CurvePoint& point) {
        are_same = are_same && known < sources_.size() && sources_[known].first == point.position &&
                   sources_[known].second == point.result;
        ++known;
    });
    if (are_same && known == sources_.size()) return;
    by_metric_.clear();
    sources_.clear();
    parts::for_each_result(input, [&](const results::Curve&, const results::CurvePoint& point) {
        sources_.emplace_back(point.position, point.result);
    });
}

const CurveFacts::OfMetric& CurveFacts::of(const ChartInput& input, const model::Metric& metric)
{
    clear_if_changed(input);
    const auto [known, is_new] = by_metric_.try_emplace(metric.key);
    if (is_new) known->second = {largest_value(input, metric), parts::widest_readout(input, metric)};
    return known->second;
}

}  // namespace spillway::charts
