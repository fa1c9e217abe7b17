#include "app/catalogue/claims_reader.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/claim_cases_reader.h"
#include "app/catalogue/claim_numbers.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/formula_reader.h"
#include "app/catalogue/parameter_reader.h"
#include "app/catalogue/plain/token_scan.h"
#include "app/model/metrics.h"

namespace spillway::catalogue {
namespace {

using model::ClaimAxis;
using model::ClaimShape;
using model::Experiment;

constexpr std::size_t max_claims = 200;

/// "h200", "all" or ["t4", "h200"]; returns the names separated by commas.
std::string read_claim_gpus(MemberReader& reader, Problems& problems)
{
    const Node* node = reader.member("gpu", true);
    if (node == nullptr || node->kind != Node::Kind::array) return reader.text("gpu", true);
    std::string names;
    std::set<std::string> known;
    const auto complain = [&](const std::string& what) {
        problems.add(node->line, "\"gpu\" of " + reader.subject() + " " + what,
                     "\"all\", a name of `spillway gpus` or a list of different ones was expected");
    };
    if (node->elements.empty()) complain("is an empty list");
    for (const Node& element : node->elements) {
        if (element.kind != Node::Kind::text)
            complain(std::string("holds ") + kind_name(element.kind));
        else if (element.text == every_architecture)
            complain("lists \"all\" beside others");
        else if (!is_name(element.text) || !known.insert(element.text).second)
            complain("lists \"" + element.text.substr(0, 60) + "\", which is not a name, or is listed twice");
        names += (names.empty() ? "" : ",") + element.text;
    }
    return names;
}

/// Context for reading a claim's keys.
struct ClaimSource {
    Experiment& experiment;
    const std::vector<std::string>* names;  ///< allowed in a condition
    Problems& problems;
};

/// [first, last]: two values of the axis, in ascending order.
std::vector<model::Value> read_pair(const model::Parameter& axis, MemberReader& reader, const char* key, bool required,
                                    Problems& problems)
{
    std::vector<model::Value> pair;
    const Node* node = reader.member(key, required);
    if (node == nullptr) return pair;
    if (node->kind == Node::Kind::array)
        for (const Node& element : node->elements)
            if (auto value = read_value(axis, element, problems)) pair.push_back(std::move(*value));
    if (pair.size() != 2 || !(axis_position(axis, pair[0]) < axis_position(axis, pair[1]))) {
        problems.add(node->line, "\"" + std::string(key) + "\" of " + reader.subject() + " is not a range",
                     "[first, last] was expected, two values of \"" + axis.name + "\", the lower first");
        pair.clear();
    }
    return pair;
}

/// "cliff": {"of": formula, "between": [a, b], "factor": 5, "flat": 0.1}
model::Formula read_cliff(const ClaimSource& source, const model::Parameter& axis, const Node& node, ClaimAxis& over)
{
    MemberReader reader(node, "a cliff", source.problems);
    model::Formula number = read_formula(source.experiment, reader, "of", source.problems, true, *source.names);
    over.between = read_pair(axis, reader, "between", true, source.problems);
    over.factor = reader.number("factor", true).value_or(2);
    over.flat = reader.number("flat").value_or(0);
    if (over.factor <= 0 || over.factor == 1 || over.flat < 0)
        source.problems.add(node.line, "a cliff cannot have this \"factor\" or \"flat\"",
                            "a factor above 1 (or, for a drop, between 0 and 1) and a flat of 0 or more were expected");
    reader.finish();
    return number;
}

/// "best": {"variant": "tile", "metric": "bytes_per_second", "from": 3}
model::Formula read_best(const ClaimSource& source, const model::Parameter& axis, const Node& node, ClaimAxis& over)
{
    MemberReader reader(node, "\"best\"", source.problems);
    std::vector<std::string> variants, metrics;
    for (const model::Variant& variant : source.experiment.variants) variants.push_back(variant.name);
    for (const model::Metric& metric : model::metrics()) metrics.emplace_back(metric.key);
    const auto variant = reader.one_of("variant", variants);
    const auto metric = reader.one_of("metric", metrics);
    if (variants.size() < 2) source.problems.add(node.line, "\"best\" compares variants, and there is only one", "");
    if (metric && model::metrics()[*metric].better == model::Better::none)
        source.problems.add(reader.line_of("metric"), "\"best\" cannot rank variants by " + metrics[*metric],
                            "neither more nor less of it is better by itself: state a condition with \"expect\"");
    if (const Node* from = reader.member("from")) over.from = read_value(axis, *from, source.problems);
    if (!variant || !metric)
        source.problems.add(node.line, "\"best\" lacks a variant or a metric",
                            "{\"variant\": name, \"metric\": key} was expected");
    reader.finish();
    return variant && metric ? best_condition(source.experiment, variants[*variant], metrics[*metric])
                             : model::Formula();
}

/// Reads the statement of a claim over an axis; exactly one of the five shapes.
void read_shape(const ClaimSource& source, const model::Parameter& axis, MemberReader& reader, model::Claim& claim)
{
    ClaimAxis& over = *claim.over;
    int shapes = 0;
    const auto formula = [&](const char* key, ClaimShape shape) {
        if (reader.member(key) == nullptr) return;
        claim.expect = read_formula(source.experiment, reader, key, source.problems, true, *source.names);
        over.shape = shape;
        ++shapes;
    };
    formula("expect", ClaimShape::everywhere);
    formula("rises", ClaimShape::rises);
    formula("falls", ClaimShape::falls);
    if (const Node* cliff = reader.member("cliff")) {
        claim.expect = read_cliff(source, axis, *cliff, over);
        over.shape = ClaimShape::cliff;
        ++shapes;
    }
    if (const Node* best = reader.member("best")) {
        claim.expect = read_best(source, axis, *best, over);
        over.shape = ClaimShape::best;
        ++shapes;
    }
    over.slack = reader.number("slack").value_or(0);
    const bool is_slope = over.shape == ClaimShape::rises || over.shape == ClaimShape::falls;
    if (reader.member("slack") != nullptr && !is_slope)
        source.problems.add(reader.line_of("slack"), "\"slack\" of " + reader.subject() + " has no effect",
                            "it belongs to \"rises\" and \"falls\"");
    if (over.slack < 0 || over.slack >= 1)
        source.problems.add(reader.line_of("slack"), "\"slack\" of " + reader.subject() + " is out of range",
                            "0 or more and below 1 was expected: 0.02 for 2 %");
    if (shapes != 1)
        source.problems.add(reader.line(),
                            reader.subject() + " makes " + std::to_string(shapes) + " statements about its axis",
                            "one of \"expect\", \"rises\", \"falls\", \"cliff\" and \"best\" was expected");
}

void read_axis_claim(const ClaimSource& source, MemberReader& reader, model::Claim& claim)
{
    const std::string name = reader.text("over", true);
    const model::Parameter* axis = source.experiment.find_parameter(name);
    if (axis == nullptr) {
        source.problems.add(
            reader.line_of("over"),
            "\"over\" of " + reader.subject() + " is \"" + name.substr(0, 60) + "\", which is not a parameter or knob",
            suggestion(name, parameter_names(source.experiment)));
        return;
    }
    claim.over.emplace().parameter = name;
    claim.over->range = read_pair(*axis, reader, "range", false, source.problems);
    read_shape(source, *axis, reader, claim);
    if (claim.set.contains(name))
        source.problems.add(reader.line_of("set"), "\"set\" of " + reader.subject() + " fixes the axis of \"over\"",
                            "");
    for (const model::ClaimCase& one : claim.cases)
        if (one.set.contains(name))
            source.problems.add(reader.line_of("cases"),
                                "\"set\" of case \"" + one.name + "\" fixes the axis of \"over\"",
                                "remove it there, or make a claim without \"over\"");
    if (source.problems.empty() && claim_settings(source.experiment, claim).size() < 2)
        source.problems.add(reader.line_of("over"), reader.subject() + " has fewer than two points",
                            "a range with more values of a grid of \"recording\" was expected");
}

/// The first metric of the claim that only a measurement has.
std::optional<std::string> measured_metric(const model::Claim& claim)
{
    for (const std::string& name : dotted_names(claim.expect)) {
        const model::Metric* metric = model::find_metric(name.substr(name.find('.') + 1));
        if (metric != nullptr && metric->group == model::MetricGroup::measurement) return std::string(metric->key);
    }
    return std::nullopt;
}

model::Claim read_claim(const ClaimSource& all, const Node& node)
{
    ClaimSource source = all;
    MemberReader reader(node, "a claim", source.problems);
    model::Claim claim;
    claim.id = reader.text("id", true);
    reader.set_subject("claim \"" + claim.id.substr(0, 60) + "\"");
    claim.text = reader.text("text", true);
    claim.set = read_values(source.experiment, reader.member("set"), source.problems);
    claim.gpu = read_claim_gpus(reader, source.problems);
    read_cause(source.experiment, reader, claim, source.problems);
    const std::vector<std::string> own_names = case_names(claim);
    if (!own_names.empty()) source.names = &own_names;
    if (reader.member("over") != nullptr)
        read_axis_claim(source, reader, claim);
    else
        claim.expect = read_formula(source.experiment, reader, "expect", source.problems, true, *source.names);
    claim.needs_measurement = reader.flag("needs_measurement", false);
    if (!claim.expect.empty() && claim_variants(source.experiment, claim).empty())
        source.problems.add(reader.line_of("expect"), "\"expect\" of " + reader.subject() + " names no variant",
                            "variant.metric was expected, for instance " + source.names->front());
    if (const auto metric = measured_metric(claim); metric && !claim.needs_measurement)
        source.problems.add(reader.line(), reader.subject() + " uses the measured metric " + *metric,
                            "add \"needs_measurement\": true");
    check_cause(source.experiment, reader, claim, source.problems);
    reader.finish();
    return claim;
}

}  // namespace

void read_claims(Experiment& experiment, MemberReader& reader, Problems& problems)
{
    const std::vector<std::string> names = claim_names(experiment);
    std::set<std::string> ids;
    const std::vector<const Node*> nodes = reader.objects("claims");
    if (nodes.size() > max_claims) {
        problems.add(reader.line_of("claims"), "more than 200 claims", "");
        return;
    }
    if (names.empty()) return;
    const ClaimSource source{experiment, &names, problems};
    for (const Node* node : nodes) {
        model::Claim claim = read_claim(source, *node);
        if (!ids.insert(claim.id).second)
            problems.add(node->line, "the claim \"" + claim.id.substr(0, 60) + "\" is given twice", "");
        experiment.claims.push_back(std::move(claim));
    }
}

}  // namespace spillway::catalogue
