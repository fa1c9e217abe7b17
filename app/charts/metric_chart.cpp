#include "app/charts/metric_chart.h"

#include <algorithm>
#include <iterator>

#include "app/charts/curve_facts.h"
#include "app/charts/metric_axes.h"
#include "app/charts/metric_marks.h"
#include "app/charts/metric_series.h"
#include "app/charts/metric_words.h"

namespace spillway::charts {
namespace {

/// True for the chart of the stack, which also shows spills.
bool has_spill_companions(const model::Metric& metric)
{
    return metric.key == "stack_frame_bytes" || metric.key == "stack_bytes";
}

/// A complete curve keeps a ghost only for measured metrics. A pinned setting always keeps it.
bool has_ghost(const ChartInput& input, const results::Curve& curve, const model::Metric& metric)
{
    const auto has_result = [](const results::CurvePoint& point) { return point.state >= results::PointState::ready; };
    return !input.ghost_label.empty() || metric.group == model::MetricGroup::measurement ||
           !std::ranges::all_of(curve.points, has_result);
}

void add_series(Chart& chart, const ChartInput& input, const model::Parameter& x, const model::Metric& metric,
                const parts::AxisUnit& unit)
{
    for (const results::Curve& curve : input.curves) {
        std::vector<Series> added;
        added.push_back(parts::series_of_variant(input, x, curve, metric, unit));
        if (has_spill_companions(metric))
            std::ranges::move(parts::spill_companions(input, added[0], x, curve), std::back_inserter(added));
        if (has_ghost(input, curve, metric))
            if (Series ghost = parts::ghost_of_variant(input, added[0], x, curve, metric, unit); !ghost.points.empty())
                added.push_back(std::move(ghost));
        const bool stepped = metric.group == model::MetricGroup::occupancy && !chart.x.categorical;
        for (Series& series : added) series.stepped = stepped;
        std::ranges::move(added, std::back_inserter(chart.series));
    }
}

AxisScale wanted_scale(const ChartInput& input, std::string_view metric_key)
{
    const auto chosen = input.y_scales.find(std::string(metric_key));
    if (chosen != input.y_scales.end()) return chosen->second;
    return is_linear_by_default(metric_key) ? AxisScale::linear : AxisScale::automatic;
}

}  // namespace

Chart metric_chart(const ChartInput& input, std::string_view metric_key)
{
    Chart chart;
    chart.key = metric_key;
    const model::Metric* metric = model::find_metric(metric_key);
    const model::Parameter* x = input.experiment.find_parameter(input.x_axis);
    if (!metric || !x) {
        chart.empty_message = metric ? "There is no parameter \"" + input.x_axis + "\"."
                                     : "There is no metric \"" + std::string(metric_key) + "\".";
        return chart;
    }
    CurveFacts uncached;
    const CurveFacts::OfMetric& known = (input.facts != nullptr ? *input.facts : uncached).of(input, *metric);
    const parts::AxisUnit unit = parts::axis_unit(*metric, known.largest);
    chart.title = chart_title(*metric);
    chart.x = parts::x_axis(input, *x);
    chart.y.unit = unit.name;
    chart.y.whole_numbers = unit.whole_numbers;
    chart.y.steps = unit.steps;
    chart.widest_readout = known.widest_readout;
    parts::add_cursor(chart, input, *x);
    add_series(chart, input, *x, *metric, unit);
    parts::add_subtitle(chart, input, *metric, unit.name);
    parts::add_failures(chart, input, *metric);
    parts::press_refused_range(chart, input, *metric);
    chart.empty_message = parts::empty_message(chart, input, *metric);
    if (chart.empty_message.empty()) {
        parts::add_cliffs(chart, input, *x, *metric);
        chart.references = parts::reference_lines(input, *metric, unit);
    }
    parts::set_y_range(chart, *metric, wanted_scale(input, metric_key));
    return chart;
}

std::vector<Chart> metric_charts(const ChartInput& input, std::span<const std::string> metric_keys)
{
    std::vector<Chart> charts;
    for (const std::string& key : metric_keys) charts.push_back(metric_chart(input, key));
    return charts;
}

std::string without_unit(std::string text, std::initializer_list<std::string_view> units)
{
    for (const std::string_view unit : units)
        if (text.ends_with(unit)) return text.substr(0, text.size() - unit.size());
    return text;
}

bool is_linear_by_default(std::string_view metric_key)
{
    // Every spilled byte costs the same, but a logarithmic axis would give a third of its length to the first eight.
    if (metric_key == "spill_store_bytes" || metric_key == "spill_load_bytes") return true;
    const model::Metric* metric = model::find_metric(metric_key);
    return metric != nullptr && parts::is_share(*metric);
}

std::string_view chart_title(const model::Metric& metric)
{
    return has_spill_companions(metric) ? "Local memory" : metric.label;
}

}  // namespace spillway::charts
