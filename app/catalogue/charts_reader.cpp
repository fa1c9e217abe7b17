#include "app/catalogue/charts_reader.h"

#include <algorithm>

#include "app/catalogue/formula/suggestion.h"
#include "app/model/metrics.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t fewest_charts = 2, most_charts = 4;

/// Adds a problem and returns false if the element does not name a new metric.
bool is_metric(const Node& node, const std::vector<std::string>& before, Problems& problems)
{
    if (node.kind != Node::Kind::text) {
        problems.add(node.line, "\"charts\" holds " + kind_name(node.kind), "a metric's key in quotes was expected");
        return false;
    }
    const std::string shown = "\"" + node.text.substr(0, 60) + "\"";
    if (model::find_metric(node.text) == nullptr) {
        std::vector<std::string> known;
        for (const model::Metric& metric : model::metrics()) known.emplace_back(metric.key);
        problems.add(node.line, "\"charts\" names " + shown + ", which is no metric", suggestion(node.text, known));
        return false;
    }
    if (std::find(before.begin(), before.end(), node.text) == before.end()) return true;
    problems.add(node.line, "\"charts\" names " + shown + " twice", "each chart shows another metric");
    return false;
}

}  // namespace

std::vector<std::string> read_charts(MemberReader& reader, std::vector<std::string> usual, Problems& problems)
{
    const Node* list = reader.member("charts");
    if (list == nullptr) return usual;
    if (list->kind != Node::Kind::array || list->elements.size() < fewest_charts ||
        list->elements.size() > most_charts) {
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

}  // namespace spillway::catalogue
