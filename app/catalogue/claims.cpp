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

}  // namespace

std::vector<std::string> claim_names(const model::Experiment& experiment)
{
    std::vector<std::string> names;
    for (const model::Variant& variant : experiment.variants) {
        for (const model::Metric& metric : model::metrics())
            names.push_back(variant.name + "." + std::string(metric.key));
        for (const model::Status status : claimable) names.push_back(variant.name + "." + model::to_string(status));
        for (const std::string& name : access_names(experiment, variant.name)) names.push_back(variant.name + "." + name);
    }
    return names;
}

std::vector<std::string> claim_variants(const model::Experiment& experiment, const model::Claim& claim)
{
    std::vector<std::string> variants;
    const std::vector<std::string> names = dotted_names(claim.expect);
    for (const model::Variant& variant : experiment.variants)
        if (std::any_of(names.begin(), names.end(),
                        [&](const std::string& name) { return name.starts_with(variant.name + "."); }))
            variants.push_back(variant.name);
    return variants;
}

std::vector<const model::Gpu*> claim_gpus(const model::Claim& claim, const std::vector<model::Gpu>& known)
{
    std::vector<const model::Gpu*> chosen;
    const auto has_arch = [&](const model::Gpu& gpu) {
        return std::any_of(chosen.begin(), chosen.end(),
                           [&](const model::Gpu* other) { return other->arch() == gpu.arch(); });
    };
    for (const model::Gpu& gpu : known) {
        const bool wanted = claim.gpu == every_architecture ? gpu.compilable && !has_arch(gpu) : claim.gpu == gpu.name;
        if (wanted) chosen.push_back(&gpu);
    }
    return chosen;
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
    Scope scope = make_scope(experiment, claim.set, &gpu);
    std::string seen;
    std::vector<Uncertain> uncertain;
    for (const std::string& name : dotted_names(claim.expect)) {
        const std::size_t dot = name.find('.');
        const auto result = std::find_if(results.begin(), results.end(), [&](const model::RunResult& candidate) {
            return candidate.variant == name.substr(0, dot);
        });
        if (result == results.end()) return {ClaimVerdict::unknown, name.substr(0, dot) + " was not run"};
        // Whether a launch fails or a result is wrong is not known before somebody tried.
        if (claim.needs_measurement && result->status == model::Status::ok && !result->measurement.seconds)
            return {ClaimVerdict::unknown, name.substr(0, dot) + " was not measured"};
        auto value = value_of(name.substr(dot + 1), *result);
        if (!value) value = access_number(experiment, name.substr(0, dot), name.substr(dot + 1), claim.set, gpu);
        if (!value) return {ClaimVerdict::unknown, name + " is not known here"};
        if (const double share = model::uncertainty(name.substr(dot + 1), *result); share > 0)
            uncertain.push_back({scope.size(), share});
        scope.emplace_back(name, *value);
        seen += (seen.empty() ? "" : ", ") + name + " = " + number(*value);
    }
    const model::Expected<double> outcome = evaluate(claim.expect, scope);
    if (!outcome) return {ClaimVerdict::unknown, outcome.error().what};
    if (is_inside_noise(claim.expect, scope, uncertain, *outcome != 0))
        return {ClaimVerdict::unknown, seen + ": the difference is inside the noise"};
    return {*outcome != 0 ? ClaimVerdict::holds : ClaimVerdict::broken, seen};
}

}  // namespace spillway::catalogue
