#include "app/cli/mutations.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/claim_numbers.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/cli/mechanism_mutations.h"
#include "app/cli/print.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

using Number = std::optional<double>;
constexpr double least_score = 0.95;
constexpr double leeway = 0.15;  ///< margin of a tight claim

/// A number that a claim uses: variant and metric, by name.
using UsedNumber = std::pair<std::string, std::string>;

/// All results for an experiment's claims, each once.
class Findings {
public:
    explicit Findings(const std::vector<const AskedClaim*>& asked)
    {
        for (const AskedClaim* each : asked)
            for (const model::RunResult& result : each->results)
                results_.emplace(std::tuple(result.gpu_name, result.variant, result.parameters), &result);
    }
    [[nodiscard]] const model::RunResult* find(const std::string& gpu, const std::string& variant,
                                               const model::Values& values) const
    {
        const auto found = results_.find(std::tuple(gpu, variant, values));
        return found == results_.end() ? nullptr : found->second;
    }
    [[nodiscard]] const auto& all() const { return results_; }

    /// Results that differ from this one in the axis parameter only, in the axis's order.
    [[nodiscard]] std::vector<const model::RunResult*> along(const model::RunResult& result,
                                                             const model::Parameter& axis) const
    {
        std::vector<const model::RunResult*> found;
        const auto rest = [&](model::Values values) {
            values.erase(axis.name);
            return values;
        };
        const model::Values own = rest(result.parameters);
        for (const auto& [key, other] : results_)
            if (other->gpu_name == result.gpu_name && other->variant == result.variant &&
                rest(other->parameters) == own)
                found.push_back(other);
        std::sort(found.begin(), found.end(),
                  [&](const auto* a, const auto* b) { return position(axis, *a) < position(axis, *b); });
        return found;
    }

private:
    static double position(const model::Parameter& axis, const model::RunResult& result)
    {
        const auto at = result.parameters.find(axis.name);
        return at == result.parameters.end() ? 0 : catalogue::axis_position(axis, at->second);
    }
    std::map<std::tuple<std::string, std::string, model::Values>, const model::RunResult*> results_;
};

/// Applies `change` to one variant's metric; all other values stay.
catalogue::MetricReader changed(const UsedNumber& used,
                                std::function<Number(const model::Metric&, const model::RunResult&)> change)
{
    return [used, change = std::move(change)](const model::Metric& metric, const model::RunResult& result) {
        const bool is_meant = result.variant == used.first && metric.key == used.second;
        return is_meant ? change(metric, result) : metric.get(result);
    };
}

/// Multiplies a metric. 0 cannot grow by a factor: it becomes 16 (as in bytes) or a share of 30 %.
Mutation scaled(const UsedNumber& used, double factor, const std::string& words)
{
    return {used.first + "." + used.second + ", " + words,
            changed(used, [factor](const model::Metric& metric, const model::RunResult& result) {
                const Number number = metric.get(result);
                if (!number) return number;
                if (*number == 0 && factor > 1) return Number(metric.format == model::MetricFormat::percent ? 0.3 : 16);
                // A share cannot exceed 100 %.
                const bool is_share = metric.format == model::MetricFormat::percent && *number <= 1;
                return Number(is_share ? std::min(*number * factor, 1.0) : *number * factor);
            })};
}

Mutation swapped(const Findings& findings, const UsedNumber& one, const std::string& other)
{
    const auto read = [&findings, one, other](const model::Metric& metric, const model::RunResult& result) {
        const bool is_one = result.variant == one.first, is_other = result.variant == other;
        if (metric.key != one.second || (!is_one && !is_other)) return metric.get(result);
        const auto* partner = findings.find(result.gpu_name, is_one ? other : one.first, result.parameters);
        const Number swapped = partner == nullptr ? Number() : metric.get(*partner);
        return swapped ? swapped : metric.get(result);
    };
    return {one.second + " of " + one.first + " and " + other + ", swapped", read};
}

/// True if all points are within a claim's margins around one value: even a tight claim cannot tell such a curve from a
/// flat one.
bool is_flat(const std::vector<const model::RunResult*>& curve, const model::Metric& metric)
{
    const auto [lowest, highest] = std::minmax_element(
        curve.begin(), curve.end(), [&](const auto* a, const auto* b) { return metric.get(*a) < metric.get(*b); });
    return *metric.get(**lowest) > 0 && *metric.get(**highest) * (1 - leeway) <= *metric.get(**lowest) * (1 + leeway);
}

/// Bends the curve through the claims' points: flat at its first value, or shifted by an eighth of the axis.
Mutation bent(const Findings& findings, const UsedNumber& used, const model::Parameter& axis, bool flat)
{
    const auto change = [&findings, axis, flat](const model::Metric& metric, const model::RunResult& result) {
        auto curve = findings.along(result, axis);
        // Points without a measurement have no number to use.
        std::erase_if(curve, [&](const auto* each) { return !metric.get(*each); });
        const auto at =
            std::find(curve.begin(), curve.end(), findings.find(result.gpu_name, result.variant, result.parameters));
        if (curve.size() < 3 || at == curve.end() || (flat && is_flat(curve, metric))) return metric.get(result);
        const auto step = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, curve.size() / 8));
        const auto* instead = flat ? curve.front() : at - curve.begin() >= step ? *(at - step) : curve.front();
        return metric.get(*instead);
    };
    return {used.first + "." + used.second + " over " + axis.name + (flat ? ", flat" : ", moved along"),
            changed(used, change)};
}

std::set<UsedNumber> used_numbers(const std::vector<const AskedClaim*>& asked)
{
    std::set<UsedNumber> used;
    for (const AskedClaim* each : asked)
        for (const std::string& name : catalogue::dotted_names(each->claim->expect)) {
            const std::size_t dot = name.find('.');
            const model::ClaimCase* one = catalogue::find_case(*each->claim, name.substr(0, dot));
            if (model::find_metric(name.substr(dot + 1)) != nullptr)
                used.emplace(one != nullptr ? one->variant : name.substr(0, dot), name.substr(dot + 1));
        }
    return used;
}

/// True if a number that a claim uses changes, where the claim looks, by more than the claims' margin.
bool makes_a_difference(const Mutation& mutation, const std::vector<const AskedClaim*>& asked)
{
    for (const AskedClaim* each : asked)
        for (const auto& [variant, name] : used_numbers({each}))
            for (const model::RunResult& result : each->results) {
                const model::Metric* metric = variant == result.variant ? model::find_metric(name) : nullptr;
                if (metric == nullptr) continue;
                const Number was = metric->get(result), is = mutation.read(*metric, result);
                if (was.has_value() != is.has_value()) return true;
                if (was && std::abs(*was - *is) > leeway * std::abs(*was)) return true;
            }
    return false;
}

/// Axes of the claims about this number.
std::set<std::string> axes_of(const UsedNumber& used, const std::vector<const AskedClaim*>& asked)
{
    std::set<std::string> axes;
    for (const AskedClaim* each : asked) {
        const auto names = catalogue::dotted_names(each->claim->expect);
        const bool is_named = std::find(names.begin(), names.end(), used.first + "." + used.second) != names.end();
        if (is_named && each->claim->over) axes.insert(each->claim->over->parameter);
    }
    return axes;
}

std::vector<Mutation> number_mutations(const model::Experiment& experiment, const Findings& findings,
                                       const std::vector<const AskedClaim*>& asked)
{
    const std::set<UsedNumber> used = used_numbers(asked);
    std::vector<Mutation> all;
    for (const UsedNumber& one : used) {
        all.push_back(scaled(one, 1.3, "30 % higher"));
        all.push_back(scaled(one, 0.7, "30 % lower"));
        for (const UsedNumber& other : used)
            if (one.second == other.second && one.first < other.first)
                all.push_back(swapped(findings, one, other.first));
        for (const std::string& axis : axes_of(one, asked))
            for (const bool flat : {true, false})
                all.push_back(bent(findings, one, *experiment.find_parameter(axis), flat));
    }
    return all;
}

std::vector<const AskedClaim*> holding_claims(const model::Experiment& experiment, const std::vector<AskedClaim>& asked)
{
    std::vector<const AskedClaim*> found;
    for (const AskedClaim& each : asked)
        if (each.experiment == &experiment && each.check().verdict == catalogue::ClaimVerdict::holds)
            found.push_back(&each);
    return found;
}

/// Applies each change that makes a difference. Claims that one breaks are no longer idle.
MutationCount count(const std::vector<Mutation>& mutations, const std::vector<const AskedClaim*>& claims,
                    std::set<std::string>& idle)
{
    MutationCount score;
    for (const Mutation& mutation : mutations) {
        if (!makes_a_difference(mutation, claims)) continue;
        bool is_noticed = false;
        for (const AskedClaim* each : claims) {
            if (is_noticed && !idle.contains(each->claim->id)) continue;
            if (each->check(mutation.read).verdict != catalogue::ClaimVerdict::broken) continue;
            is_noticed = true;
            idle.erase(each->claim->id);
        }
        ++score.changes;
        if (is_noticed)
            ++score.noticed;
        else
            score.unnoticed.push_back(mutation.what);
    }
    return score;
}

}  // namespace

MutationScore mutate_claims(const model::Experiment& experiment, const std::vector<AskedClaim>& asked)
{
    const std::vector<const AskedClaim*> claims = holding_claims(experiment, asked);
    const Findings findings(claims);
    std::set<std::string> idle;
    for (const AskedClaim* each : claims) idle.insert(each->claim->id);
    MutationScore score;
    score.numbers = count(number_mutations(experiment, findings, claims), claims, idle);
    score.mechanisms = count(mechanism_mutations(experiment, claims), claims, idle);
    score.causeless = causeless_claims(experiment, claims);
    // Claims about compiling or failing have no number to change, so they are not idle.
    for (const AskedClaim* each : claims)
        if (!catalogue::dotted_names(each->claim->expect).empty() && used_numbers({each}).empty())
            idle.erase(each->claim->id);
    score.idle_claims.assign(idle.begin(), idle.end());
    return score;
}

namespace {

double share_of(const MutationCount& count)
{
    return count.changes == 0 ? 1 : static_cast<double>(count.noticed) / count.changes;
}

void print_score(const std::string& name, const MutationScore& score)
{
    const MutationCount &numbers = score.numbers, &mechanisms = score.mechanisms;
    print("{:<22} {:4} of {:4} changes noticed, {:5.1f} %; {:4} of {:4} exchanges of a mechanism, {:5.1f} %\n", name,
          numbers.noticed, numbers.changes, 100 * share_of(numbers), mechanisms.noticed, mechanisms.changes,
          100 * share_of(mechanisms));
    for (const MutationCount* kind : {&numbers, &mechanisms})
        for (const std::string& each : kind->unnoticed) print("    not noticed: {}\n", each);
    for (const std::string& each : score.idle_claims) print("    no change breaks: {}\n", each);
    for (const std::string& each : score.causeless) print("    holds without its cause: {}\n", each);
}

void add(MutationCount& sum, const MutationCount& one)
{
    sum.changes += one.changes;
    sum.noticed += one.noticed;
}

}  // namespace

int report_mutations(const std::vector<const model::Experiment*>& experiments, const std::vector<AskedClaim>& asked)
{
    MutationCount numbers, mechanisms;
    std::size_t idle = 0, causeless = 0;
    int short_of = 0;
    for (const model::Experiment* experiment : experiments) {
        const MutationScore score = mutate_claims(*experiment, asked);
        print_score(experiment->name, score);
        add(numbers, score.numbers);
        add(mechanisms, score.mechanisms);
        idle += score.idle_claims.size();
        causeless += score.causeless.size();
        short_of += share_of(score.numbers) < least_score ? 1 : 0;
    }
    print("{} of {} changes noticed; {} experiments below 95 %; {} claims that no change breaks\n", numbers.noticed,
          numbers.changes, short_of, idle);
    print("{} of {} exchanges of a mechanism noticed, {:.1f} %; {} claims hold without their cause\n",
          mechanisms.noticed, mechanisms.changes, 100 * share_of(mechanisms), causeless);
    const bool is_good = short_of == 0 && idle == 0 && causeless == 0 && share_of(mechanisms) >= least_score;
    return is_good ? exit_ok : exit_refused;
}

}  // namespace spillway::cli
