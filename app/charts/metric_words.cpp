#include "app/charts/metric_words.h"

#include <algorithm>

#include "app/charts/metric_results.h"

namespace spillway::charts::parts {
namespace {

using model::Metric;
using model::RunResult;

/// Where it was measured: "cold L2 · recorded on NVIDIA H200, 2026-11-21", "live on NVIDIA T4".
std::string provenance(const ChartInput& input)
{
    const RunResult* measured = measured_result(input);
    if (!measured) return "";
    const model::Measurement& m = measured->measurement;
    std::string text = m.cache ? *m.cache + " L2 · " : "";
    const bool is_live = m.source == model::MeasurementSource::live;
    text += is_live ? "live" : "recorded";
    if (m.provenance && !m.provenance->gpu.empty()) text += " on " + m.provenance->gpu;
    if (m.provenance && !is_live && !m.provenance->date.empty()) text += ", " + m.provenance->date;
    return text;
}

std::string limiter_words(const ChartInput& input)
{
    const RunResult* result = result_at_cursor(input);
    if (!result || !result->occupancy || result->occupancy->limiter.empty()) return "";
    std::string words;
    for (std::string limiter : result->occupancy->limiter) {
        std::replace(limiter.begin(), limiter.end(), '_', ' ');
        words += (words.empty() ? "limited by " : " and ") + limiter;
    }
    return words;
}

}  // namespace

std::string subtitle(const ChartInput& input, const Metric& metric, const std::string& unit)
{
    const auto joined = [&](const std::string& more) { return more.empty() ? unit : unit + " · " + more; };
    switch (metric.group) {
        case model::MetricGroup::measurement:
            return joined(provenance(input));
        case model::MetricGroup::occupancy:
            return joined(limiter_words(input));
        case model::MetricGroup::ptx:
            return joined("PTX");
        case model::MetricGroup::sass:
            return joined("SASS");
        case model::MetricGroup::compile:
            break;
    }
    const RunResult* result = result_at_cursor(input);
    return joined(result && !result->gpu_arch.empty() ? "ptxas for " + result->gpu_arch : "ptxas");
}

std::string empty_message(const Chart& chart, const ChartInput& input, const Metric& metric)
{
    for (const Series& series : chart.series)
        for (const DataPoint& point : series.points)
            if (!series.hidden &&
                (point.y || (point.look == PointLook::failed && metric.group != model::MetricGroup::measurement)))
                return "";
    std::string reason;
    bool any = false;
    const auto note = [&](const RunResult& result) {
        any = true;
        if (reason.empty()) reason = result.measurement.reason;
    };
    if (const RunResult* current = result_at_cursor(input)) note(*current);
    for_each_result(input, [&](const session::Curve&, const session::CurvePoint& point) { note(*point.result); });
    if (!any) return "No answer yet.";
    if (metric.group != model::MetricGroup::measurement) return std::string(metric.label) + " is not known here.";
    return reason.empty() ? "Nothing was measured here." : reason;
}

}  // namespace spillway::charts::parts
