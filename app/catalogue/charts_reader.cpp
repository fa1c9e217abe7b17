#include "app/catalogue/charts_reader.h"

#include <algorithm>
#include <array>

#include "app/catalogue/formula/suggestion.h"
#include "app/model/metrics.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t min_charts = 2, max_charts = 4;

std::vector<std::string> metric_keys()
{
    std::vector<std::string> keys;
    for (const model::Metric& metric : model::metrics()) keys.emplace_back(metric.key);
    return keys;
}

/// Adds a problem and returns false if the element does not name a new metric.
bool is_metric(const Node& node, const std::vector<std::string>& before, Problems& problems)
{
    if (node.kind != Node::Kind::text) {
        problems.add(node.line, "\"charts\" holds " + kind_name(node.kind), "a metric's key in quotes was expected");
        return false;
    }
    const std::string shown = "\"" + node.text.substr(0, 60) + "\"";
    if (model::find_metric(node.text) == nullptr) {
        problems.add(node.line, "\"charts\" names " + shown + ", which is not a metric",
                     suggestion(node.text, metric_keys()));
        return false;
    }
    if (std::find(before.begin(), before.end(), node.text) == before.end()) return true;
    problems.add(node.line, "\"charts\" names " + shown + " twice", "name each metric once");
    return false;
}

}  // namespace

ChartRole chart_role(std::string_view metric)
{
    constexpr std::array<std::string_view, 6> speeds{"bytes_per_second", "requested_bytes_per_second",
                                                     "flops_per_second", "seconds_median",
                                                     "host_seconds",     "cycles_per_access"};
    constexpr std::array<std::string_view, 6> local{"stack_frame_bytes", "called_frame_bytes", "stack_bytes",
                                                    "spill_store_bytes", "spill_load_bytes",   "ptx_local_bytes"};
    if (metric == "theoretical_occupancy") return ChartRole::occupancy;
    if (std::ranges::find(speeds, metric) != speeds.end()) return ChartRole::speed;
    return std::ranges::find(local, metric) != local.end() ? ChartRole::local_memory : ChartRole::other;
}

std::vector<std::string> read_charts(MemberReader& reader, std::vector<std::string> usual, Problems& problems)
{
    const Node* list = reader.member("charts");
    if (list == nullptr) return usual;
    if (list->kind != Node::Kind::array || list->elements.size() < min_charts || list->elements.size() > max_charts) {
        problems.add(
            list->line,
            "\"charts\" is " + (list->kind != Node::Kind::array ? kind_name(list->kind)
                                                                : "a list of " + std::to_string(list->elements.size())),
            "a list of two to four metrics was expected, for instance [\"" + usual.front() + "\", \"shared_bytes\"]");
        return usual;
    }
    std::vector<std::string> charts;
    for (const Node& node : list->elements)
        if (is_metric(node, charts, problems)) charts.push_back(node.text);
    return charts;
}

std::vector<model::ChartLeftOut> read_charts_left_out(MemberReader& reader, const std::vector<std::string>& charts,
                                                      Problems& problems)
{
    std::vector<model::ChartLeftOut> left_out;
    for (const Node* node : reader.objects("charts_left_out")) {
        MemberReader row(*node, "\"charts_left_out\"", problems);
        const model::ChartLeftOut chart{row.text("metric", true), row.text("reason", true)};
        row.finish();
        if (chart.metric.empty() || chart.reason.empty()) continue;  // already reported
        const std::string named = "\"charts_left_out\" names \"" + chart.metric.substr(0, 60) + "\"";
        if (model::find_metric(chart.metric) == nullptr)
            problems.add(row.line_of("metric"), named + ", which is not a metric",
                         suggestion(chart.metric, metric_keys()));
        else if (std::find(charts.begin(), charts.end(), chart.metric) != charts.end())
            problems.add(row.line_of("metric"), named + ", which \"charts\" shows", "remove it from one of the two");
        else
            left_out.push_back(chart);
    }
    return left_out;
}

}  // namespace spillway::catalogue
