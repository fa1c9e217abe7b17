#include "app/catalogue/claim_numbers.h"

#include <algorithm>
#include <cstdio>

#include "app/catalogue/accesses.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/model/metrics.h"
#include "app/model/uncertainty.h"

namespace spillway::catalogue {
namespace {

bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

std::optional<double> value_of(const std::string& key, const model::RunResult& result, const MetricReader& read)
{
    for (const model::Status status : claimable_statuses)
        if (key == model::to_string(status)) {
            if (result.status == model::Status::worker_died)
                return std::nullopt;  // unknown how the run would have ended
            return result.status == status ? 1 : 0;
        }
    const model::Metric* metric = model::find_metric(key);
    if (metric == nullptr) return std::nullopt;
    return read ? read(*metric, result) : metric->get(result);
}

MissingNumber::Reason why_unknown(const std::string& key, const model::RunResult& result)
{
    const bool is_of_code = model::needs_code(key) && result.compile && !result.sass;
    return is_of_code ? MissingNumber::Reason::not_disassembled : MissingNumber::Reason::not_known;
}

/// Visits every corner of the noise intervals of the first `max` numbers, and both ends of each other's interval.
template <typename Visit>
void for_each_corner(const ClaimNumbers& numbers, Visit visit)
{
    constexpr std::size_t max = 8;
    const std::size_t count = std::min(numbers.uncertain.size(), max);
    Scope scope = numbers.scope;
    for (std::size_t signs = 0; count > 0 && signs < std::size_t{1} << count; ++signs) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto [at, share] = numbers.uncertain[i];
            scope[at].second = numbers.scope[at].second * (1 + ((signs >> i & 1) != 0 ? share : -share));
        }
        if (!visit(scope)) return;
    }
    for (std::size_t i = count; i < numbers.uncertain.size(); ++i)
        for (const double sign : {-1.0, 1.0}) {
            const auto [at, share] = numbers.uncertain[i];
            scope = numbers.scope;
            scope[at].second *= 1 + sign * share;
            if (!visit(scope)) return;
        }
}

/// Whether the condition changes within the noise of its numbers.
bool is_inside_noise(const model::Formula& expect, const ClaimNumbers& numbers, bool holds)
{
    bool is_other = false;
    for_each_corner(numbers, [&](const Scope& scope) {
        const auto outcome = evaluate(expect, scope);
        is_other = !outcome || (*outcome != 0) != holds;
        return !is_other;
    });
    return is_other;
}

/// Whether the result belongs to the case: its variant, and its value of every parameter that any case sets.
bool is_of_case(const ClaimPlace& place, const model::ClaimCase& wanted, const model::RunResult& result)
{
    if (result.variant != wanted.variant) return false;
    const model::Values initial = initial_values(place.experiment, place.gpu);
    for (const model::ClaimCase& each : place.claim.cases)
        for (const auto& [name, ignored] : each.set) {
            const auto own = wanted.set.find(name), set = place.set.find(name), at = result.parameters.find(name);
            const model::Value& value = own != wanted.set.end()  ? own->second
                                        : set != place.set.end() ? set->second
                                                                 : initial.at(name);
            if (at == result.parameters.end() || at->second != value) return false;
        }
    return true;
}

/// The setting of a variant's or a case's numbers.
model::Values values_of(const ClaimPlace& place, const model::ClaimCase* wanted)
{
    model::Values values = place.set;
    if (wanted != nullptr)
        for (const auto& [name, value] : wanted->set) values[name] = value;
    return values;
}

}  // namespace

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

std::string claim_number_text(double value)
{
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string MissingNumber::text() const
{
    switch (reason) {
        case Reason::not_run: return variant + " was not run";
        case Reason::not_measured: return variant + " was not measured";
        case Reason::not_disassembled: return variant + "." + key + not_disassembled_words;
        case Reason::not_known: return variant + "." + key + " is not known here";
    }
    return "";
}

std::string ClaimNumbers::text() const
{
    std::string all;
    for (const FoundNumber& each : numbers)
        all += (all.empty() ? "" : ", ") + each.variant + "." + each.key + " = " + claim_number_text(each.value);
    return all;
}

ClaimCheck unknown_for(const MissingNumber& missing)
{
    ClaimCheck check{ClaimVerdict::unknown, missing.text()};
    check.missing = missing;
    return check;
}

ClaimNumbers gather(const ClaimPlace& place, const std::vector<model::RunResult>& results)
{
    using Reason = MissingNumber::Reason;
    ClaimNumbers found{make_scope(place.experiment, place.set, &place.gpu), {}, {}, {}};
    const bool countable = is_countable(place.claim);
    for (const std::string& name : dotted_names(place.claim.expect)) {
        const std::string prefix = name.substr(0, name.find('.')), key = name.substr(name.find('.') + 1);
        const model::ClaimCase* one = find_case(place.claim, prefix);
        const auto missing = [&](Reason reason) {
            found.missing = MissingNumber{reason, prefix, key};
            return found;
        };
        const auto result = std::find_if(results.begin(), results.end(), [&](const model::RunResult& each) {
            return one != nullptr ? is_of_case(place, *one, each) : each.variant == prefix;
        });
        // Only a run shows whether a launch fails or an output is wrong.
        if (result == results.end()) return missing(Reason::not_run);
        auto value = value_of(key, *result, place.read);
        if (!value) value = access_number(place.experiment, result->variant, key, values_of(place, one), place.gpu);
        const bool is_counted_here = countable && result->counted && !result->counted->blocks.empty();
        if (place.claim.needs_measurement && !is_counted_here && result->status == model::Status::ok &&
            result->measurement.source == model::MeasurementSource::none)
            return missing(Reason::not_measured);
        if (!value) return missing(why_unknown(key, *result));
        if (const double share = model::uncertainty(key, *result); share > 0)
            found.uncertain.push_back({found.scope.size(), share});
        found.scope.emplace_back(name, *value);
        found.numbers.push_back({prefix, key, *value});
    }
    return found;
}

ClaimCheck check_condition(const model::Formula& expect, const ClaimNumbers& numbers)
{
    const model::Expected<double> outcome = evaluate(expect, numbers.scope);
    if (!outcome) return {ClaimVerdict::unknown, outcome.error().what};
    ClaimCheck check{*outcome != 0 ? ClaimVerdict::holds : ClaimVerdict::broken, numbers.text(), numbers.numbers};
    if (!is_inside_noise(expect, numbers, *outcome != 0)) return check;
    check.verdict = ClaimVerdict::unknown;
    check.is_inside_noise = true;
    check.detail += ": the difference is inside the noise";
    return check;
}

model::Expected<Interval> evaluate_interval(const model::Formula& formula, const ClaimNumbers& numbers)
{
    const model::Expected<double> value = evaluate(formula, numbers.scope);
    if (!value) return value.error();
    Interval interval{*value, *value, *value};
    for_each_corner(numbers, [&](const Scope& scope) {
        if (const auto corner = evaluate(formula, scope)) {
            interval.low = std::min(interval.low, *corner);
            interval.high = std::max(interval.high, *corner);
        }
        return true;
    });
    return interval;
}

}  // namespace spillway::catalogue
