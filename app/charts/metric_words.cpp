#include "app/charts/metric_words.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "app/charts/metric_results.h"
#include "app/model/counted_blocks.h"

namespace spillway::charts::parts {
namespace {

using model::Metric;
using model::RunResult;

/// Provenance, from long to short: "cold L2 · recorded on NVIDIA H200, 2026-11-21", without the day, without the GPU;
/// "live on NVIDIA T4".
std::vector<std::string> provenances(const ChartInput& input)
{
    const RunResult* measured = measured_result(input);
    if (!measured) return {};
    const model::Measurement& m = measured->measurement;
    const bool is_live = m.source == model::MeasurementSource::live;
    std::vector<std::string> forms{(m.cache ? *m.cache + " L2 · " : "") + (is_live ? "live" : "recorded")};
    if (m.provenance && !m.provenance->gpu.empty()) forms.push_back(forms.back() + " on " + m.provenance->gpu);
    constexpr std::size_t day = std::string_view("2026-11-21").size();  // the time of day adds nothing
    if (m.provenance && !is_live && !m.provenance->date.empty())
        forms.push_back(forms.back() + ", " + m.provenance->date.substr(0, day));
    std::reverse(forms.begin(), forms.end());
    return forms;
}

/// A result whose value of the metric was counted here by running blocks on the CPU, preferably the one at the cursor;
/// null if there is none.
const RunResult* interpreted_result(const ChartInput& input, const Metric& metric)
{
    const auto is_counted_here = [&](const RunResult* result) {
        return result && model::is_interpreted(metric, *result);
    };
    const RunResult* found = result_at_cursor(input);
    if (!is_counted_here(found)) found = nullptr;
    for_each_result(input, [&](const results::Curve&, const results::CurvePoint& point) {
        if (!found && is_counted_here(point.result.get())) found = point.result.get();
    });
    return found;
}

/// Subtitles for counted values, from long to short; empty if none was counted. If other points were measured: their
/// provenance, then "elsewhere counted ...".
std::vector<std::string> counted_forms(const ChartInput& input, const Metric& metric)
{
    const RunResult* result = interpreted_result(input, metric);
    if (!result) return {};
    const std::string words =
        model::counted_words(*result->counted) + (model::is_estimate(*result) ? ", which differ" : "");
    bool is_any_measured = false;
    for_each_result(input, [&](const results::Curve&, const results::CurvePoint& point) {
        const bool is_measured = metric.is_counted && point.result->measurement.counters;
        is_any_measured = is_any_measured || (is_measured && metric.get(*point.result));
    });
    if (!is_any_measured) return {words, "counted here"};
    const std::vector<std::string> measured = provenances(input);
    std::vector<std::string> forms;
    for (const std::string& form : measured) forms.push_back(form + " · elsewhere " + words);
    if (!measured.empty()) forms.push_back(measured.back() + " · elsewhere counted here");
    return forms;
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

/// "sm_90", or "sm_90 and sm_90a" if some of the drawn variants are compiled for the latter.
std::string targets(const ChartInput& input, const std::string& arch)
{
    std::set<std::string> found;
    for (const results::Curve& curve : input.curves) {
        const model::Variant* variant = input.experiment.find_variant(curve.variant);
        if (input.hidden.contains(curve.variant) || variant == nullptr) continue;
        const bool is_specific = variant->is_architecture_specific && input.gpu != nullptr;
        found.insert(is_specific ? input.gpu->specific_arch() : arch);
    }
    if (found.empty()) return arch;
    return *found.begin() + (found.size() > 1 ? " and " + *found.rbegin() : "");
}

/// Source of a compiler or occupancy metric's values.
std::string source_words(const ChartInput& input, model::MetricGroup group)
{
    if (group == model::MetricGroup::occupancy) return limiter_words(input);
    if (group == model::MetricGroup::ptx) return "PTX";
    if (group == model::MetricGroup::sass) return "SASS";
    const RunResult* result = result_at_cursor(input);
    return result && !result->gpu_arch.empty() ? "ptxas for " + targets(input, result->gpu_arch) : "ptxas";
}

}  // namespace

void add_subtitle(Chart& chart, const ChartInput& input, const Metric& metric, const std::string& unit)
{
    const std::string first = input.ghost_label.empty() ? unit : unit + " · thin: " + input.ghost_label;
    const auto joined = [&](const std::string& more) { return more.empty() ? first : first + " · " + more; };
    if (const std::vector<std::string> counted = counted_forms(input, metric); !counted.empty()) {
        chart.subtitle = joined(counted.front());
        for (std::size_t i = 1; i < counted.size(); ++i) chart.shorter_subtitles.push_back(joined(counted[i]));
        return;
    }
    if (metric.group == model::MetricGroup::occupancy) chart.widest_subtitle = joined("limited by registers and warps");
    if (metric.group != model::MetricGroup::measurement) {
        chart.subtitle = joined(source_words(input, metric.group));
        // Reserve the target's space while there is no result at the cursor.
        if (chart.widest_subtitle.empty() && chart.subtitle.ends_with("ptxas"))
            chart.widest_subtitle = chart.subtitle + " for sm_90";
        if (chart.subtitle != first) chart.shorter_subtitles = {first};
        return;
    }
    if (provenances(input).empty() && input.gpu)
        chart.widest_subtitle = joined("cold L2 · recorded on " + input.gpu->label + ", 2000-00-00");
    const auto is_earlier = [](const Series& series) { return series.is_ghost && !series.points.empty(); };
    std::vector<std::string> forms = provenances(input);
    if (forms.empty() && input.ghost_label.empty() && std::ranges::any_of(chart.series, is_earlier))
        forms = {"not measured here · thin: an earlier setting", "not measured here"};
    chart.subtitle = joined(forms.empty() ? "" : forms.front());
    for (std::size_t i = 1; i < forms.size(); ++i) chart.shorter_subtitles.push_back(joined(forms[i]));
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
        if (reason.empty()) reason = model::no_measurement_words(result.measurement);
    };
    if (const RunResult* current = result_at_cursor(input)) note(*current);
    for_each_result(input, [&](const results::Curve&, const results::CurvePoint& point) { note(*point.result); });
    if (!any) return "No results yet.";
    if (metric.group != model::MetricGroup::measurement) return std::string(metric.label) + " has no value here.";
    return reason.empty() ? "Nothing was measured here." : reason;
}

}  // namespace spillway::charts::parts
