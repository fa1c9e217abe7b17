#include "app/catalogue/claims.h"

#include <algorithm>

#include "app/catalogue/accesses.h"
#include "app/catalogue/axis_claims.h"
#include "app/catalogue/claim_numbers.h"
#include "app/catalogue/formula/formula.h"
#include "app/model/metrics.h"

namespace spillway::catalogue {

std::vector<std::string> claim_names(const model::Experiment& experiment)
{
    std::vector<std::string> names;
    for (const model::Variant& variant : experiment.variants) {
        for (const model::Metric& metric : model::metrics())
            names.push_back(variant.name + "." + std::string(metric.key));
        for (const model::Status status : claimable_statuses)
            names.push_back(variant.name + "." + model::to_string(status));
        for (const std::string& name : access_names(experiment, variant.name))
            names.push_back(variant.name + "." + name);
    }
    return names;
}

std::vector<std::string> formula_variants(const model::Experiment& experiment, const model::Formula& formula)
{
    std::vector<std::string> variants;
    const std::vector<std::string> names = dotted_names(formula);
    for (const model::Variant& variant : experiment.variants)
        if (std::any_of(names.begin(), names.end(),
                        [&](const std::string& name) { return name.starts_with(variant.name + "."); }))
            variants.push_back(variant.name);
    return variants;
}

std::set<std::string> formula_keys(const model::Formula& formula)
{
    std::set<std::string> keys;
    for (const std::string& name : dotted_names(formula)) keys.insert(name.substr(name.find('.') + 1));
    return keys;
}

std::vector<std::string> claim_variants(const model::Experiment& experiment, const model::Claim& claim)
{
    if (claim.cases.empty()) return formula_variants(experiment, claim.expect);
    std::vector<std::string> variants;
    for (const model::ClaimCase& each : claim.cases)
        if (std::find(variants.begin(), variants.end(), each.variant) == variants.end())
            variants.push_back(each.variant);
    return variants;
}

const model::ClaimCase* find_case(const model::Claim& claim, const std::string& name)
{
    const auto found =
        std::find_if(claim.cases.begin(), claim.cases.end(), [&](const auto& each) { return each.name == name; });
    return found == claim.cases.end() ? nullptr : &*found;
}

std::vector<std::string> claim_gpu_names(const model::Claim& claim)
{
    std::vector<std::string> names;
    for (std::size_t at = 0; at <= claim.gpu.size();) {
        const std::size_t end = std::min(claim.gpu.find(',', at), claim.gpu.size());
        names.push_back(claim.gpu.substr(at, end - at));
        at = end + 1;
    }
    return names;
}

std::vector<const model::Gpu*> claim_gpus(const model::Claim& claim, const std::vector<model::Gpu>& known)
{
    std::vector<const model::Gpu*> chosen;
    const std::vector<std::string> names = claim_gpu_names(claim);
    const auto has_arch = [&](const model::Gpu& gpu) {
        return std::any_of(chosen.begin(), chosen.end(),
                           [&](const model::Gpu* other) { return other->arch() == gpu.arch(); });
    };
    for (const model::Gpu& gpu : known) {
        const bool is_named = std::find(names.begin(), names.end(), gpu.name) != names.end();
        const bool wanted = claim.gpu == every_architecture ? gpu.compilable && !has_arch(gpu) : is_named;
        if (wanted) chosen.push_back(&gpu);
    }
    return chosen;
}

std::vector<std::string> unknown_gpus(const model::Claim& claim, const std::vector<model::Gpu>& known)
{
    std::vector<std::string> unknown;
    for (const std::string& name : claim_gpu_names(claim)) {
        const bool is_known =
            name == every_architecture ||
            std::any_of(known.begin(), known.end(), [&](const auto& gpu) { return gpu.name == name; });
        if (!is_known) unknown.push_back(name);
    }
    return unknown;
}

bool needs_counters(const model::Claim& claim)
{
    const std::vector<std::string> names = dotted_names(claim.expect);
    return std::any_of(names.begin(), names.end(), [](const std::string& name) {
        const model::Metric* metric = model::find_metric(name.substr(name.find('.') + 1));
        return metric != nullptr && (metric->is_counted || metric->is_interpretable);
    });
}

bool is_countable(const model::Claim& claim)
{
    const std::vector<std::string> names = dotted_names(claim.expect);
    return needs_counters(claim) && std::all_of(names.begin(), names.end(), [](const std::string& name) {
               const model::Metric* metric = model::find_metric(name.substr(name.find('.') + 1));
               return metric == nullptr || metric->group != model::MetricGroup::measurement || metric->is_interpretable;
           });
}

ClaimCheck check_claim(const model::Experiment& experiment, const model::Claim& claim,
                       const std::vector<model::RunResult>& results, const model::Gpu& gpu, const MetricReader& read)
{
    if (claim.over) return check_axis_claim(experiment, claim, results, gpu, read);
    const ClaimNumbers known = gather({experiment, claim, claim.set, gpu, read}, results);
    return known.missing ? unknown_for(*known.missing) : check_condition(claim.expect, known);
}

FormulaResult evaluate_over_results(const model::Experiment& experiment, const model::Formula& formula,
                                    const model::Values& set, const std::vector<model::RunResult>& results,
                                    const model::Gpu& gpu)
{
    model::Claim claim;
    claim.expect = formula;
    const ClaimNumbers known = gather({experiment, claim, set, gpu, {}}, results);
    if (known.missing) return {std::nullopt, known.missing, known.missing->text()};
    const auto value = evaluate(formula, known.scope);
    if (!value) return {std::nullopt, std::nullopt, value.error().what};
    return {*value, std::nullopt, ""};
}

}  // namespace spillway::catalogue
