#include "app/charts/from_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/charts/cliffs.h"
#include "app/charts/series_from_curves.h"

namespace spillway::charts {
namespace {

using model::Metric;
using model::RunResult;

/// Calls visit(curve, point) for every point with a result of the variants that are drawn.
template <typename Visit>
void for_each_result(const ChartInput& input, Visit visit)
{
    for (const session::Curve& curve : input.curves) {
        if (input.hidden.contains(curve.variant)) continue;
        for (const session::CurvePoint& point : curve.points)
            if (point.result) visit(curve, point);
    }
}

double largest_value(const ChartInput& input, const Metric& metric)
{
    double largest = 0;
    for_each_result(input, [&](const session::Curve&, const session::CurvePoint& point) {
        const double value = metric.get(*point.result).value_or(0);
        if (std::isfinite(value)) largest = std::max(largest, value);
    });
    return largest;
}

/// The result under the cursor, of the focused variant if there is one, else of any.
const RunResult* result_at_cursor(const ChartInput& input)
{
    const RunResult* any = nullptr;
    for (const session::Curve& curve : input.curves) {
        const session::CurvePoint* point = parts::point_at_cursor(input, curve);
        if (!point || !point->result) continue;
        if (curve.variant == input.focus) return point->result.get();
        if (!any) any = point->result.get();
    }
    return any;
}

bool is_binary_range(const model::Parameter& x)
{
    return x.unit == "bytes" || x.unit == "threads" || x.unit == "registers" || (x.last >= 16 && x.last % 16 == 0);
}

Axis x_axis(const ChartInput& input, const model::Parameter& x)
{
    Axis axis;
    axis.label = x.label.empty() || !x.is_knob ? x.name : x.label;
    axis.unit = x.unit;
    axis.whole_numbers = true;
    axis.categorical = x.kind != model::ParameterKind::integer;
    axis.first = std::numeric_limits<double>::infinity();
    axis.last = -axis.first;
    for (const session::Curve& curve : input.curves)
        for (const session::CurvePoint& point : curve.points) {
            axis.first = std::min(axis.first, point.position);
            axis.last = std::max(axis.last, point.position);
        }
    if (x.kind == model::ParameterKind::choice)
        for (std::size_t i = 0; i < x.choices.size(); ++i)
            axis.names.emplace_back(static_cast<double>(i), x.choices[i].name);
    if (x.kind == model::ParameterKind::flag) axis.names = {{0, "off"}, {1, "on"}};
    if (axis.first > axis.last) {
        axis.first = axis.categorical ? 0 : static_cast<double>(x.first);
        axis.last =
            axis.categorical ? std::max(0.0, static_cast<double>(axis.names.size()) - 1) : static_cast<double>(x.last);
    }
    if (!x.zero_label.empty() && !axis.categorical) axis.names = {{0, x.zero_label}};
    axis.log2 = x.scale == model::Scale::power_of_two;
    if (is_binary_range(x)) axis.steps = x.unit == "bytes" ? TickSteps::bytes : TickSteps::binary;
    return axis;
}

void add_cursor(Chart& chart, const ChartInput& input, const model::Parameter& x)
{
    const auto value = input.values.find(input.x_axis);
    if (value == input.values.end()) return;
    chart.cursor_label = model::to_string(value->second);
    if (const auto* whole = std::get_if<std::int64_t>(&value->second)) {
        chart.cursor = static_cast<double>(*whole);
        if (*whole == 0 && !x.zero_label.empty()) chart.cursor_label = x.zero_label;
    } else if (const auto* flag = std::get_if<bool>(&value->second)) {
        chart.cursor = *flag ? 1 : 0;
        chart.cursor_label = *flag ? "on" : "off";
    } else {
        for (std::size_t i = 0; i < x.choices.size(); ++i)
            if (x.choices[i].name == std::get<std::string>(value->second)) chart.cursor = static_cast<double>(i);
    }
}

/// Where it was measured: "cold L2 · recorded on NVIDIA H200, 2026-11-21", "live on NVIDIA T4".
std::string provenance(const ChartInput& input)
{
    const RunResult* measured = result_at_cursor(input);
    if (measured && measured->measurement.source == model::MeasurementSource::none) measured = nullptr;
    for_each_result(input, [&](const session::Curve&, const session::CurvePoint& point) {
        if (!measured && point.result->measurement.source != model::MeasurementSource::none)
            measured = point.result.get();
    });
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

void add_failures(Chart& chart, const ChartInput& input, const Metric& metric)
{
    std::size_t shown = 0;
    std::vector<FailureBand> bands;
    for (const session::Curve& curve : input.curves) {
        if (input.hidden.contains(curve.variant)) continue;
        ++shown;
        for (const FoundFailure& failure : find_failures(curve, parts::refusal_of(metric.group)))
            bands.push_back({failure.first, failure.last, failure.text, curve.variant});
    }
    for (FailureBand& band : bands) {
        const auto same = [&](const FailureBand& other) {
            return other.first == band.first && other.last == band.last && other.text == band.text;
        };
        if (std::any_of(chart.failures.begin(), chart.failures.end(), same)) continue;
        // Told once where all variants fail alike.
        if (static_cast<std::size_t>(std::count_if(bands.begin(), bands.end(), same)) == shown) {
            chart.failures.push_back({band.first, band.last, band.text, ""});
            continue;
        }
        chart.failures.push_back(band);
    }
}

/// The most telling cliffs: the focused variant's first, then by weight; at most `most`.
void add_cliffs(Chart& chart, const ChartInput& input, const model::Parameter& x, std::size_t most,
                bool (*is_wanted)(CliffKind))
{
    struct Ranked {
        FoundCliff cliff;
        std::string variant;
    };
    std::vector<Ranked> ranked;
    for (const session::Curve& curve : input.curves)
        if (!input.hidden.contains(curve.variant))
            for (FoundCliff& cliff : find_cliffs(curve, x))
                if (is_wanted(cliff.kind)) ranked.push_back({std::move(cliff), curve.variant});
    std::stable_sort(ranked.begin(), ranked.end(), [&](const Ranked& a, const Ranked& b) {
        const bool a_focused = a.variant == input.focus, b_focused = b.variant == input.focus;
        return a_focused != b_focused ? a_focused : a.cliff.weight > b.cliff.weight;
    });
    for (const Ranked& entry : ranked) {
        const auto same = [&](const Cliff& c) { return c.x == entry.cliff.x && c.text == entry.cliff.text; };
        if (chart.cliffs.size() == most) break;
        if (std::any_of(chart.cliffs.begin(), chart.cliffs.end(), same)) continue;
        chart.cliffs.push_back({entry.cliff.x, entry.cliff.text, entry.variant});
    }
}

/// Why there is nothing to draw; empty where there is something.
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

void set_y_range(Chart& chart, const Metric& metric)
{
    chart.y.first = 0;
    chart.y.last = metric.key == "theoretical_occupancy" ? 100 : 0;
    for (const Series& series : chart.series)
        for (const DataPoint& point : series.points)
            if (!series.hidden) chart.y.last = std::max({chart.y.last, point.y.value_or(0), point.high.value_or(0)});
    for (const Ceiling& ceiling : chart.ceilings) chart.y.last = std::max(chart.y.last, ceiling.y);
    if (chart.y.last <= 0) chart.y.last = chart.y.steps == TickSteps::bytes ? 64 : 1;
}

bool any_cliff(CliffKind)
{
    return true;
}
bool is_occupancy_cliff(CliffKind kind)
{
    return kind == CliffKind::occupancy;
}
bool is_local_memory_cliff(CliffKind kind)
{
    return kind != CliffKind::occupancy;
}

}  // namespace

Chart chart_of_metric(const ChartInput& input, std::string_view metric_key)
{
    Chart chart;
    chart.key = metric_key;
    const Metric* metric = model::find_metric(metric_key);
    const model::Parameter* x = input.experiment.find_parameter(input.x_axis);
    if (!metric || !x) {
        chart.empty_message = metric ? "There is no parameter \"" + input.x_axis + "\"."
                                     : "There is no metric \"" + std::string(metric_key) + "\".";
        return chart;
    }
    const parts::AxisUnit unit = parts::axis_unit(*metric, largest_value(input, *metric));
    chart.title = metric->label;
    chart.subtitle = subtitle(input, *metric, unit.name);
    chart.x = x_axis(input, *x);
    chart.y = {"", unit.name, 0, 1, false, {}, false, unit.whole_numbers, unit.steps};
    add_cursor(chart, input, *x);
    for (const session::Curve& curve : input.curves)
        chart.series.push_back(parts::series_of_variant(input, *x, curve, *metric, unit));
    add_failures(chart, input, *metric);
    chart.empty_message = empty_message(chart, input, *metric);
    set_y_range(chart, *metric);
    return chart;
}

Chart throughput_chart(const ChartInput& input, std::string_view metric_key)
{
    Chart chart = chart_of_metric(input, metric_key);
    chart.key = "throughput";
    const model::Parameter* x = input.experiment.find_parameter(input.x_axis);
    if (!chart.empty_message.empty() || !x) return chart;
    add_cliffs(chart, input, *x, 2, any_cliff);
    // A ceiling far above the curves would only press them flat.
    const double peak = input.gpu && metric_key == "bytes_per_second" ? input.gpu->dram_bytes_per_second * 1e-9 : 0;
    if (peak > 0 && chart.y.last > peak / 4)
        chart.ceilings.push_back(
            {peak, "datasheet peak " + model::format_metric(*model::find_metric(metric_key), peak * 1e9)});
    set_y_range(chart, *model::find_metric(metric_key));
    return chart;
}

Chart occupancy_chart(const ChartInput& input, std::string_view metric_key)
{
    Chart chart = chart_of_metric(input, metric_key);
    chart.key = "occupancy";
    const model::Parameter* x = input.experiment.find_parameter(input.x_axis);
    if (!x) return chart;
    for (Series& series : chart.series) series.stepped = !chart.x.categorical;
    add_cliffs(chart, input, *x, 3, is_occupancy_cliff);
    return chart;
}

Chart local_memory_chart(const ChartInput& input, std::string_view metric_key)
{
    Chart chart = chart_of_metric(input, metric_key);
    chart.key = "local_memory";
    const model::Parameter* x = input.experiment.find_parameter(input.x_axis);
    const Metric* metric = model::find_metric(metric_key);
    if (!x || !metric) return chart;
    chart.title = "Local memory";
    std::vector<Series> series;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        series.push_back(chart.series[i]);
        for (Series& companion : parts::spill_companions(chart.series[i], *x, input.curves[i]))
            series.push_back(std::move(companion));
    }
    chart.series = std::move(series);
    add_cliffs(chart, input, *x, 3, is_local_memory_cliff);
    set_y_range(chart, *metric);
    return chart;
}

std::vector<Chart> standard_charts(const ChartInput& input)
{
    return {throughput_chart(input), occupancy_chart(input), local_memory_chart(input)};
}

}  // namespace spillway::charts
