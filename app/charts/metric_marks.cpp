#include "app/charts/metric_marks.h"

#include <algorithm>
#include <array>

#include "app/charts/cliffs.h"
#include "app/charts/metric_results.h"

namespace spillway::charts::parts {
namespace {

using model::Metric;
using model::MetricGroup;

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

/// True if the metric counts something that does not depend on the number of resident warps.
bool counts(const Metric& metric)
{
    using Format = model::MetricFormat;
    return metric.format == Format::count || metric.format == Format::bytes || metric.format == Format::ratio;
}

/// Cliffs that explain a metric, and the maximum number to show.
struct WantedCliffs {
    std::size_t max_count = 0;
    bool (*is_wanted)(CliffKind) = any_cliff;
};

WantedCliffs wanted_cliffs(const Metric& metric)
{
    if (metric.group == MetricGroup::measurement) return {2, counts(metric) ? is_local_memory_cliff : any_cliff};
    if (metric.group == MetricGroup::occupancy) return {3, is_occupancy_cliff};
    for (const std::string_view part : {"stack_", "spill_", "local_"})
        if (metric.key.find(part) != std::string_view::npos) return {3, is_local_memory_cliff};
    return {};
}

/// If several ranges of one variant have the same text, keeps it only at the widest.
void keep_widest_label(std::vector<FailureBand>& bands)
{
    for (FailureBand& band : bands)
        for (FailureBand& other : bands) {
            if (&other == &band || band.text.empty() || other.text != band.text || other.series_key != band.series_key)
                continue;
            const bool is_wider = band.last - band.first >= other.last - other.first;
            (is_wider ? other : band).text.clear();
        }
}

}  // namespace

void add_failures(Chart& chart, const ChartInput& input, const Metric& metric)
{
    std::size_t shown = 0;
    std::vector<FailureBand> bands;
    for (const results::Curve& curve : input.curves) {
        if (input.hidden.contains(curve.variant)) continue;
        ++shown;
        for (const FoundFailure& failure :
             find_failures(curve, parts::failure_test(metric), parts::conclusive_test(metric.group)))
            bands.push_back({failure.first, failure.last, failure.text, curve.variant});
    }
    for (FailureBand& band : bands) {
        const auto same = [&](const FailureBand& other) {
            return other.first == band.first && other.last == band.last && other.text == band.text;
        };
        if (std::any_of(chart.failures.begin(), chart.failures.end(), same)) continue;
        // One common label if all variants fail alike.
        if (static_cast<std::size_t>(std::count_if(bands.begin(), bands.end(), same)) == shown) {
            chart.failures.push_back({band.first, band.last, band.text, ""});
            continue;
        }
        chart.failures.push_back(band);
    }
    keep_widest_label(chart.failures);
}

/// Adds the most important cliffs: the focused variant's first, then by weight.
void add_cliffs(Chart& chart, const ChartInput& input, const model::Parameter& x, const Metric& metric)
{
    const auto [max_count, is_wanted] = wanted_cliffs(metric);
    if (max_count == 0) return;
    struct Ranked {
        FoundCliff cliff;
        const std::string* variant;
    };
    std::vector<Ranked> ranked;
    const bool is_measured = metric.group == MetricGroup::measurement;
    for (const results::Curve& curve : input.curves) {
        if (input.hidden.contains(curve.variant)) continue;
        const auto measured = is_measured ? measured_points(curve, x, metric) : std::vector<MeasuredPoint>();
        for (const FoundCliff& cliff : find_cliffs(curve, x))
            if (is_wanted(cliff.kind) && (!is_measured || shows_in_measurement(cliff, measured, metric.better)))
                ranked.push_back({cliff, &curve.variant});
    }
    std::stable_sort(ranked.begin(), ranked.end(), [&](const Ranked& a, const Ranked& b) {
        const bool a_focused = *a.variant == input.focus, b_focused = *b.variant == input.focus;
        return a_focused != b_focused ? a_focused : a.cliff.weight > b.cliff.weight;
    });
    for (const Ranked& entry : ranked) {
        if (chart.cliffs.size() == max_count) break;
        const std::string text = entry.cliff.text();
        const auto same = [&](const Cliff& c) { return c.x == entry.cliff.x && c.text == text; };
        if (std::any_of(chart.cliffs.begin(), chart.cliffs.end(), same)) continue;
        chart.cliffs.push_back({entry.cliff.x, text, *entry.variant});
    }
}

std::vector<ReferenceLine> reference_lines(const ChartInput& input, const Metric& metric, const AxisUnit& unit)
{
    std::vector<ReferenceLine> lines;
    if (metric.key != "bytes_per_second") return lines;
    const auto add = [&](const char* name, std::optional<double> value) {
        if (value && *value > 0)
            lines.push_back({*value * unit.factor, std::string(name) + " " + model::format_metric(metric, *value)});
    };
    if (input.gpu) add("datasheet peak", input.gpu->dram_bytes_per_second);
    if (const model::RunResult* result = measured_result(input))
        add("measured ceiling", result->measurement.ceiling_bytes_per_second);
    return lines;
}

}  // namespace spillway::charts::parts
