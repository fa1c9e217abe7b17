#include "app/cli/mechanism_mutations.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

using model::RunResult;

/// Part of a result that an exchange takes from the other variant.
enum class Part { code, counters, account };
constexpr std::array all_parts{Part::code, Part::counters, Part::account};

const char* words(Part part)
{
    switch (part) {
        case Part::code: return "machine code";
        case Part::counters: return "counters";
        case Part::account: return "account of time";
    }
    return "";
}

bool is_of_account(const model::Metric& metric)
{
    return metric.is_counted && (metric.key.ends_with("_share") || metric.key.starts_with("stalled_"));
}

bool belongs_to(const model::Metric& metric, Part part)
{
    using G = model::MetricGroup;
    if (part == Part::account) return is_of_account(metric);
    if (part == Part::counters) return (metric.is_counted || metric.is_interpretable) && !is_of_account(metric);
    return (metric.group == G::compile || metric.group == G::ptx || metric.group == G::sass) &&
           !metric.is_interpretable;
}

/// GPU, variant and setting of a result.
using Place = std::tuple<std::string, std::string, model::Values>;
Place place_of(const RunResult& result)
{
    return {result.gpu_name, result.variant, result.parameters};
}

/// Results to read instead of others.
using Instead = std::map<Place, const RunResult*>;

/// Reads the metrics of `part` (empty: all) from the results named in `instead`, where those have them.
catalogue::MetricReader reading(Instead instead, std::optional<Part> part)
{
    return [instead = std::move(instead), part](const model::Metric& metric, const RunResult& result) {
        const auto other = instead.find(place_of(result));
        if (other == instead.end() || (part && !belongs_to(metric, *part))) return metric.get(result);
        const auto exchanged = metric.get(*other->second);
        return exchanged ? exchanged : metric.get(result);
    };
}

std::map<Place, const RunResult*> results_of(const std::vector<const AskedClaim*>& asked)
{
    std::map<Place, const RunResult*> all;
    for (const AskedClaim* each : asked)
        for (const RunResult& result : each->results) all.emplace(place_of(result), &result);
    return all;
}

/// Both variants' results at the settings where both have one.
Instead exchanged(const std::map<Place, const RunResult*>& results, const std::string& one, const std::string& other)
{
    Instead instead;
    for (const auto& [place, result] : results) {
        const auto& [gpu, variant, values] = place;
        if (variant != one) continue;
        const auto partner = results.find({gpu, other, values});
        if (partner == results.end()) continue;
        instead[place] = partner->second;
        instead[partner->first] = result;
    }
    return instead;
}

/// The results of a claim's cases, in their order; null without one.
std::vector<const RunResult*> case_results(const AskedClaim& asked)
{
    std::vector<const RunResult*> found;
    for (const catalogue::ClaimRun& run : catalogue::claim_runs(*asked.experiment, *asked.claim)) {
        model::Values values = catalogue::initial_values(*asked.experiment, asked.gpu);
        for (const auto& [name, value] : run.set) values[name] = value;
        const auto at = std::find_if(asked.results.begin(), asked.results.end(), [&](const RunResult& result) {
            return result.variant == run.variant->name && result.parameters == values;
        });
        found.push_back(at == asked.results.end() ? nullptr : &*at);
    }
    return found;
}

void add_parts(std::vector<Mutation>& all, const Instead& instead, const std::string& subject)
{
    if (instead.empty()) return;
    for (const Part part : all_parts)
        all.push_back({std::string(words(part)) + " of " + subject + ", exchanged", reading(instead, part)});
}

void add_cases(std::vector<Mutation>& all, const std::vector<const AskedClaim*>& asked, const model::Claim& claim)
{
    for (std::size_t i = 0; i < claim.cases.size(); ++i)
        for (std::size_t j = i + 1; j < claim.cases.size(); ++j) {
            Instead instead;
            for (const AskedClaim* each : asked) {
                if (each->claim != &claim || claim.over) continue;
                const auto results = case_results(*each);
                if (results[i] == nullptr || results[j] == nullptr) continue;
                instead[place_of(*results[i])] = results[j];
                instead[place_of(*results[j])] = results[i];
            }
            add_parts(all, instead, claim.cases[i].name + " and " + claim.cases[j].name + " in " + claim.id);
        }
}

/// Replaces every result of a claim without an axis by `from`.
Instead all_from(const AskedClaim& asked, const RunResult& from)
{
    Instead instead;
    for (const RunResult& result : asked.results) instead[place_of(result)] = &from;
    return instead;
}

/// Replaces every point of the axis by the variant's first one.
Instead flat(const AskedClaim& asked)
{
    const std::string& axis = asked.claim->over->parameter;
    const model::Parameter& parameter = *asked.experiment->find_parameter(axis);
    const auto position = [&](const RunResult& result) {
        return catalogue::axis_position(parameter, result.parameters.at(axis));
    };
    std::map<std::string, const RunResult*> first;
    for (const RunResult& result : asked.results) {
        const RunResult*& least = first[result.variant];
        if (least == nullptr || position(result) < position(*least)) least = &result;
    }
    Instead instead;
    for (const RunResult& result : asked.results) instead[place_of(result)] = first[result.variant];
    return instead;
}

bool breaks(const AskedClaim& asked, const Instead& instead)
{
    return asked.check(reading(instead, std::nullopt)).verdict == catalogue::ClaimVerdict::broken;
}

/// Whether the claim is broken once its cause changes nothing.
bool needs_cause(const AskedClaim& asked)
{
    const std::size_t variants = asked.claim->cases.empty()
                                     ? catalogue::claim_variants(*asked.experiment, *asked.claim).size()
                                     : asked.claim->cases.size();
    if (asked.claim->over && variants < 2) return breaks(asked, flat(asked));
    if (!asked.claim->over)
        return std::all_of(asked.results.begin(), asked.results.end(),
                           [&](const RunResult& from) { return breaks(asked, all_from(asked, from)); });
    // Over an axis one variant's curve stands for all.
    for (const std::string& one : catalogue::claim_variants(*asked.experiment, *asked.claim)) {
        Instead instead;
        for (const RunResult& result : asked.results)
            for (const RunResult& from : asked.results)
                if (from.variant == one && from.parameters == result.parameters) instead[place_of(result)] = &from;
        if (!breaks(asked, instead)) return false;
    }
    return true;
}

}  // namespace

std::vector<Mutation> mechanism_mutations(const model::Experiment& experiment,
                                          const std::vector<const AskedClaim*>& asked)
{
    std::vector<Mutation> all;
    const auto results = results_of(asked);
    for (const model::Variant& one : experiment.variants)
        for (const model::Variant& other : experiment.variants)
            if (one.name < other.name)
                add_parts(all, exchanged(results, one.name, other.name), one.name + " and " + other.name);
    for (const model::Claim& claim : experiment.claims) add_cases(all, asked, claim);
    return all;
}

std::vector<std::string> causeless_claims(const model::Experiment& experiment,
                                          const std::vector<const AskedClaim*>& asked)
{
    std::vector<std::string> found;
    for (const model::Claim& claim : experiment.claims) {
        if (claim.cause.empty()) continue;
        const bool is_tested = std::all_of(asked.begin(), asked.end(), [&](const AskedClaim* each) {
            return each->claim != &claim || needs_cause(*each);
        });
        if (!is_tested) found.push_back(claim.id);
    }
    return found;
}

}  // namespace spillway::cli
