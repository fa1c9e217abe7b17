#include "app/charts/metric_axes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/charts/metric_results.h"
#include "app/charts/ticks.h"

namespace spillway::charts::parts {
namespace {

bool is_binary_range(const model::Parameter& x)
{
    return x.unit == "bytes" || x.unit == "threads" || x.unit == "registers" || (x.last >= 16 && x.last % 16 == 0);
}

/// Range of the curves, in the axis' unit.
struct Extent {
    double largest = 0;
    double least_positive = std::numeric_limits<double>::infinity();
    bool reaches_zero = false;

    void take(double value)
    {
        if (!std::isfinite(value)) return;
        largest = std::max(largest, value);
        if (value > 0) least_positive = std::min(least_positive, value);
        if (value <= 0) reaches_zero = true;
    }
    [[nodiscard]] bool has_positive() const { return largest > 0; }
    [[nodiscard]] double factor() const { return has_positive() ? largest / least_positive : 1; }
};

Extent extent_of(const Chart& chart)
{
    Extent extent;
    for (const Series& series : chart.series)
        for (const DataPoint& point : series.points) {
            if (series.hidden || !point.y) continue;
            extent.take(*point.y);
            if (point.high) extent.take(*point.high);
        }
    return extent;
}

/// The axis extends to reference lines within this factor. Lines further up become arrows, so that they do not flatten
/// the curves.
constexpr double reach_linear = 1.6, reach_logarithmic = 8;

double including_references(const Chart& chart, double largest, double reach)
{
    double last = largest;
    for (const ReferenceLine& line : chart.references)
        if (line.y <= reach * largest) last = std::max(last, line.y);
    return last;
}

/// Rounds down or up to 1, 2 or 5 times a power of ten.
double round_down(double value)
{
    const double power = std::pow(10, std::floor(std::log10(value) + 1e-9));
    for (const double factor : {5.0, 2.0})
        if (factor * power <= value * (1 + 1e-9)) return factor * power;
    return power;
}
double round_up(double value)
{
    const double power = std::pow(10, std::floor(std::log10(value) + 1e-9));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= value * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

void set_logarithmic_range(Axis& y, const Extent& extent, double last)
{
    const bool in_twos = counts_in_powers_of_two(y);
    y.logarithmic = true;
    y.least_positive =
        in_twos ? std::exp2(std::floor(std::log2(extent.least_positive) + 1e-9)) : round_down(extent.least_positive);
    y.last = in_twos ? std::exp2(std::ceil(std::log2(last) - 1e-9)) : round_up(last);
    if (y.last <= y.least_positive)  // room for a second tick
        y.last = in_twos ? 2 * y.least_positive : round_up(2.5 * y.least_positive);
    y.first = extent.reaches_zero ? 0 : y.least_positive;
}

}  // namespace

bool is_share(const model::Metric& metric)
{
    return metric.format == model::MetricFormat::percent && !metric.key.starts_with("percent_of_");
}

AxisUnit axis_unit(const model::Metric& metric, double largest)
{
    switch (metric.format) {
        case model::MetricFormat::count:
            if (largest >= 1e7) return {1e-6, "million " + std::string(metric.unit), TickSteps::decimal, false};
            return {1, std::string(metric.unit), TickSteps::decimal, true};
        case model::MetricFormat::bytes: return {1, std::string(metric.unit), TickSteps::bytes, true};
        case model::MetricFormat::percent: return {100, "%", TickSteps::percent, false};
        case model::MetricFormat::bandwidth: return {1e-9, "GB/s", TickSteps::decimal, false};
        case model::MetricFormat::cycles:
        case model::MetricFormat::ratio: return {1, std::string(metric.unit), TickSteps::decimal, false};
        case model::MetricFormat::frequency: return {1e-6, "MHz", TickSteps::decimal, false};
        case model::MetricFormat::flops:
            if (largest >= 1e12) return {1e-12, "TFLOP/s", TickSteps::decimal, false};
            return {1e-9, "GFLOP/s", TickSteps::decimal, false};
        case model::MetricFormat::seconds: break;
    }
    if (largest < 1e-6) return {1e9, "ns", TickSteps::decimal, false};
    if (largest < 1e-3) return {1e6, "µs", TickSteps::decimal, false};
    if (largest < 1) return {1e3, "ms", TickSteps::decimal, false};
    return {1, "s", TickSteps::decimal, false};
}

Axis x_axis(const ChartInput& input, const model::Parameter& x)
{
    Axis axis;
    axis.label = x.label.empty() ? x.name : x.label;
    axis.unit = x.unit;
    axis.whole_numbers = true;
    axis.categorical = x.kind != model::ParameterKind::integer;
    axis.first = std::numeric_limits<double>::infinity();
    axis.last = -axis.first;
    for (const results::Curve& curve : input.curves)
        for (const results::CurvePoint& point : curve.points) {
            axis.first = std::min(axis.first, point.position);
            axis.last = std::max(axis.last, point.position);
        }
    if (x.kind == model::ParameterKind::choice)
        for (std::size_t i = 0; i < x.choices.size(); ++i)
            axis.names.emplace_back(static_cast<double>(i), x.choices[i].words());
    if (x.kind == model::ParameterKind::flag) axis.names = {{0, "off"}, {1, "on"}};
    if (axis.first > axis.last) {
        axis.first = axis.categorical ? 0 : static_cast<double>(x.first);
        axis.last =
            axis.categorical ? std::max(0.0, static_cast<double>(axis.names.size()) - 1) : static_cast<double>(x.last);
    }
    if (!x.zero_label.empty() && !axis.categorical) axis.names = {{0, x.zero_label}};
    axis.logarithmic = x.scale == model::Scale::power_of_two;
    if (axis.logarithmic || is_binary_range(x)) axis.steps = x.unit == "bytes" ? TickSteps::bytes : TickSteps::binary;
    if (x.unit == "KiB") {
        axis.steps = TickSteps::kibibytes;
        axis.unit.clear();  // each label has its own unit
    }
    return axis;
}

void add_cursor(Chart& chart, const ChartInput& input, const model::Parameter& x)
{
    const auto value = input.values.find(input.x_axis);
    if (value == input.values.end()) return;
    chart.cursor_label = model::to_string(value->second);
    if (const auto* whole = std::get_if<std::int64_t>(&value->second)) {
        chart.cursor = static_cast<double>(*whole);
        chart.cursor_label = chart.x.steps == TickSteps::kibibytes ? format_tick_bytes(1024 * *chart.cursor)
                                                                   : format_number(*chart.cursor, 1);
        if (*whole == 0 && !x.zero_label.empty()) chart.cursor_label = x.zero_label;
    } else if (const auto* flag = std::get_if<bool>(&value->second)) {
        chart.cursor = *flag ? 1 : 0;
        chart.cursor_label = *flag ? "on" : "off";
    } else {
        for (std::size_t i = 0; i < x.choices.size(); ++i) {
            if (x.choices[i].name != std::get<std::string>(value->second)) continue;
            chart.cursor = static_cast<double>(i);
            chart.cursor_label = x.choices[i].words();
        }
    }
}

void press_refused_range(Chart& chart, const ChartInput& input, const model::Metric& metric)
{
    constexpr double least_share = 0.25;  // share of the axis
    if (chart.x.categorical) return;
    const auto is_refused = [&](const results::CurvePoint& point) {
        return point.state == results::PointState::failed && point.result && failure_test(metric)(*point.result);
    };
    double useful = -std::numeric_limits<double>::infinity();
    for (const results::Curve& curve : input.curves)
        for (const results::CurvePoint& point : curve.points)
            if (!input.hidden.contains(curve.variant) && !is_refused(point)) useful = std::max(useful, point.position);
    if (!(useful > chart.x.first) || useful >= chart.x.last) return;
    const auto scaled = [&](double at) { return chart.x.logarithmic ? std::log2(std::max(at, 0.5)) : at; };
    const double whole = scaled(chart.x.last) - scaled(chart.x.first);
    if (scaled(chart.x.last) - scaled(useful) > least_share * whole) chart.x.refused_from = useful;
}

void set_y_range(Chart& chart, const model::Metric& metric, AxisScale wanted)
{
    constexpr double too_wide_for_linear = 30;
    const Extent extent = extent_of(chart);
    const bool is_wide = extent.factor() > too_wide_for_linear && !is_share(metric);
    if (extent.has_positive() && (wanted == AxisScale::logarithmic || (wanted == AxisScale::automatic && is_wide)))
        return set_logarithmic_range(chart.y, extent, including_references(chart, extent.largest, reach_logarithmic));
    chart.y.first = 0;
    chart.y.last =
        including_references(chart, is_share(metric) ? std::max(100.0, extent.largest) : extent.largest, reach_linear);
    if (chart.y.last <= 0) chart.y.last = chart.y.steps == TickSteps::bytes ? 64 : 1;
}

}  // namespace spillway::charts::parts
