#include "app/catalogue/claims.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/catalogue/accesses.h"
#include "app/catalogue/formula.h"
#include "app/model/metrics.h"
#include "app/model/uncertainty.h"

namespace spillway::catalogue {
namespace {

constexpr model::Status claimable[] = {model::Status::ok, model::Status::compile_error, model::Status::launch_error,
                                       model::Status::wrong_result};

bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// "variant.metric" names in the formula, once each, in order.
std::vector<std::string> dotted_names(const std::string& formula)
{
    std::vector<std::string> names;
    for (std::size_t at = 0; at < formula.size();) {
        const std::size_t begin = at;
        while (at < formula.size() && is_name_character(formula[at])) ++at;
        std::string word = formula.substr(begin, at - begin);
        const bool is_number = !word.empty() && word[0] >= '0' && word[0] <= '9';
        if (!is_number && word.find('.') != std::string::npos &&
            std::find(names.begin(), names.end(), word) == names.end())
            names.push_back(std::move(word));
        if (at == begin) ++at;
    }
    return names;
}

std::optional<double> value_of(const std::string& key, const model::RunResult& result)
{
    for (const model::Status status : claimable)
        if (key == model::to_string(status)) return result.status == status ? 1 : 0;
    const model::Metric* metric = model::find_metric(key);
    return metric == nullptr ? std::nullopt : metric->get(result);
}

struct Uncertain {
    std::size_t at;  ///< in the scope
    double share;
};

/// Whether the formula comes out otherwise somewhere within the numbers' noise.
bool is_inside_noise(const model::Formula& expect, Scope scope, const std::vector<Uncertain>& uncertain, bool holds)
{
    constexpr std::size_t most = 8;
    const std::size_t count = std::min(uncertain.size(), most);
    const Scope measured = scope;
    for (std::size_t signs = 0; count > 0 && signs < std::size_t{1} << count; ++signs) {
        for (std::size_t i = 0; i < count; ++i) {
            const double share = (signs >> i & 1) != 0 ? uncertain[i].share : -uncertain[i].share;
            scope[uncertain[i].at].second = measured[uncertain[i].at].second * (1 + share);
        }
        const auto outcome = evaluate(expect, scope);
        if (!outcome || (*outcome != 0) != holds) return true;
    }
    return false;
}

std::string number(double value)
{
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

/// The numbers that a formula speaks of.
struct Gathered {
    Scope scope;
    std::vector<Uncertain> uncertain;
    std::string seen;  ///< "local_array.stack_frame_bytes = 128"
};

/// The Error says which of them is not known here.
model::Expected<Gathered> gather(const model::Experiment& experiment, const model::Formula& formula,
                                 const model::Values& set, const std::vector<model::RunResult>& results,
                                 const model::Gpu& gpu, bool needs_measurement)
{
    const auto unknown = [](const std::string& what) { return model::Error{what, "", ""}; };
    Gathered found{make_scope(experiment, set, &gpu), {}, ""};
    for (const std::string& name : dotted_names(formula)) {
        const std::string variant = name.substr(0, name.find('.')), key = name.substr(name.find('.') + 1);
        const auto result = std::find_if(results.begin(), results.end(),
                                         [&](const model::RunResult& each) { return each.variant == variant; });
        auto value = result == results.end() ? std::nullopt : value_of(key, *result);
        if (!value) value = access_number(experiment, variant, key, set, gpu);
        // Whether a launch fails or a result is wrong is not known before somebody tried.
        if (result == results.end()) return unknown(variant + " was not run");
        if (needs_measurement && result->status == model::Status::ok &&
            result->measurement.source == model::MeasurementSource::none)
            return unknown(variant + " was not measured");
        if (!value) return unknown(name + " is not known here");
        if (const double share = model::uncertainty(key, *result); share > 0)
            found.uncertain.push_back({found.scope.size(), share});
        found.scope.emplace_back(name, *value);
        found.seen += (found.seen.empty() ? "" : ", ") + name + " = " + number(*value);
    }
    return found;
}

}  // namespace

std::vector<std::string> claim_names(const model::Experiment& experiment)
{
    std::vector<std::string> names;
    for (const model::Variant& variant : experiment.variants) {
        for (const model::Metric& metric : model::metrics())
            names.push_back(variant.name + "." + std::string(metric.key));
        for (const model::Status status : claimable) names.push_back(variant.name + "." + model::to_string(status));
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

std::vector<std::string> claim_variants(const model::Experiment& experiment, const model::Claim& claim)
{
    return formula_variants(experiment, claim.expect);
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
        return metric != nullptr && metric->is_counted;
    });
}

ClaimCheck check_claim(const model::Experiment& experiment, const model::Claim& claim,
                       const std::vector<model::RunResult>& results, const model::Gpu& gpu)
{
    const auto known = gather(experiment, claim.expect, claim.set, results, gpu, claim.needs_measurement);
    if (!known) return {ClaimVerdict::unknown, known.error().what};
    const model::Expected<double> outcome = evaluate(claim.expect, known->scope);
    if (!outcome) return {ClaimVerdict::unknown, outcome.error().what};
    if (is_inside_noise(claim.expect, known->scope, known->uncertain, *outcome != 0))
        return {ClaimVerdict::unknown, known->seen + ": the difference is inside the noise"};
    return {*outcome != 0 ? ClaimVerdict::holds : ClaimVerdict::broken, known->seen};
}

model::Expected<double> evaluate_over_results(const model::Experiment& experiment, const model::Formula& formula,
                                              const model::Values& set, const std::vector<model::RunResult>& results,
                                              const model::Gpu& gpu)
{
    const auto known = gather(experiment, formula, set, results, gpu, false);
    return known ? evaluate(formula, known->scope) : known.error();
}

}  // namespace spillway::catalogue
