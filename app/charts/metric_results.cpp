#include "app/charts/metric_results.h"

#include <algorithm>

namespace spillway::charts::parts {
namespace {

using model::RunResult;
using results::CurvePoint;

bool fails_to_compile(const model::RunResult& result)
{
    return result.status == model::Status::compile_error;
}

bool fails_before_launch(const model::RunResult& result)
{
    const bool block_fits = result.occupancy && result.occupancy->blocks_per_sm > 0;
    return fails_to_compile(result) || (result.status == model::Status::launch_error && !block_fits);
}

bool has_failed(const model::RunResult& result)
{
    return result.status != model::Status::ok;
}

bool always(const model::RunResult&)
{
    return true;
}

bool shows_launch(const model::RunResult& result)
{
    return has_failed(result) || result.measurement.source != model::MeasurementSource::none;
}

}  // namespace

const RunResult* result_at_cursor(const ChartInput& input)
{
    const RunResult* any = nullptr;
    for (const results::Curve& curve : input.curves) {
        const results::CurvePoint* point = point_at_cursor(input, curve.points);
        if (!point || !point->result) continue;
        if (curve.variant == input.focus) return point->result.get();
        if (!any) any = point->result.get();
    }
    return any;
}

const RunResult* measured_result(const ChartInput& input)
{
    const auto is_measured = [](const RunResult* result) {
        return result && result->measurement.source != model::MeasurementSource::none;
    };
    const RunResult* measured = result_at_cursor(input);
    if (!is_measured(measured)) measured = nullptr;
    for_each_result(input, [&](const results::Curve&, const results::CurvePoint& point) {
        if (!measured && is_measured(point.result.get())) measured = point.result.get();
    });
    return measured;
}

const results::CurvePoint* point_at_cursor(const ChartInput& input, const std::vector<results::CurvePoint>& points)
{
    const auto value = input.values.find(input.x_axis);
    if (value == input.values.end()) return nullptr;
    const auto is_it = [&](const CurvePoint& point) { return point.x == value->second; };
    const auto found = std::find_if(points.begin(), points.end(), is_it);
    return found == points.end() ? nullptr : &*found;
}

Predicate failure_test(const model::Metric& metric)
{
    // The compiler accepts any amount of shared memory, but an amount that no block can have is not a valid value.
    if (metric.key == "dynamic_shared_bytes" || metric.key == "shared_bytes") return fails_before_launch;
    switch (metric.group) {
        case model::MetricGroup::compile:
        case model::MetricGroup::ptx:
        case model::MetricGroup::sass: return fails_to_compile;
        case model::MetricGroup::occupancy: return fails_before_launch;
        case model::MetricGroup::measurement: return has_failed;
    }
    return has_failed;
}

Predicate conclusive_test(model::MetricGroup group)
{
    if (group != model::MetricGroup::measurement) return always;
    return shows_launch;
}

}  // namespace spillway::charts::parts
