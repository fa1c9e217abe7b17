#include "app/catalogue/formula/parameter_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/catalogue/formula/formula.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/model/grouped.h"

namespace spillway::catalogue {
namespace {

using model::Error;
using model::Parameter;
using model::ParameterKind;
using model::Value;

bool is_extra(const Parameter& parameter, std::int64_t number)
{
    return std::find(parameter.extra_values.begin(), parameter.extra_values.end(), number) !=
           parameter.extra_values.end();
}

/// A power-of-two scale only affects the slider; every whole number in the range is allowed.
bool is_in_range(const Parameter& parameter, std::int64_t number)
{
    return number >= parameter.first && number <= parameter.last && (number - parameter.first) % parameter.step == 0;
}

std::string range_text(const Parameter& parameter)
{
    const auto written = [](std::int64_t number) { return model::grouped(std::to_string(number)); };
    std::string text = "a whole number from " + written(parameter.first) + " to " + written(parameter.last);
    if (parameter.step > 1) text += " in steps of " + std::to_string(parameter.step);
    for (const std::int64_t extra : parameter.extra_values)
        if (!is_in_range(parameter, extra)) {
            text += ", or " + std::to_string(extra);
            if (extra == 0 && !parameter.zero_label.empty()) text += " (" + parameter.zero_label + ")";
        }
    return text + " was expected";
}

std::vector<std::string> choice_names(const Parameter& parameter)
{
    std::vector<std::string> names;
    for (const model::Choice& choice : parameter.choices) names.push_back(choice.name);
    return names;
}

std::string expectation(const Parameter& parameter)
{
    if (parameter.kind == ParameterKind::flag) return "true or false was expected";
    if (parameter.kind == ParameterKind::integer) return range_text(parameter);
    std::string text = "one of ";
    for (const std::string& name : choice_names(parameter)) text += (text.size() > 7 ? ", " : "") + name;
    return text + " was expected";
}

Error refusal(const Parameter& parameter, std::string_view written)
{
    return {parameter.name + " cannot be " + (written.empty() ? "empty" : std::string(written.substr(0, 60))), "",
            expectation(parameter)};
}

/// Parses the whole text as decimal or 0x hexadecimal.
std::optional<std::int64_t> parse_integer(std::string_view text)
{
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    }
    std::uint64_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    constexpr std::uint64_t exact = std::uint64_t{1} << 53;
    if (status != std::errc{} || end != text.data() + text.size() || number > exact) return std::nullopt;
    return negative ? -static_cast<std::int64_t>(number) : static_cast<std::int64_t>(number);
}

/// The value of the range nearest to `number`.
std::int64_t on_grid(const Parameter& parameter, double number)
{
    const double steps =
        std::round((number - static_cast<double>(parameter.first)) / static_cast<double>(parameter.step));
    const std::int64_t count = (parameter.last - parameter.first) / parameter.step;
    const double bounded = std::clamp(steps, 0.0, static_cast<double>(count));
    return parameter.first + static_cast<std::int64_t>(bounded) * parameter.step;
}

void add_powers_of_two(const Parameter& parameter, std::vector<std::int64_t>& numbers)
{
    for (std::int64_t power = 1; power < parameter.last; power *= 2)
        if (is_in_range(parameter, power)) numbers.push_back(power);
}

void add_spread(const Parameter& parameter, int max_points, std::vector<std::int64_t>& numbers)
{
    const std::int64_t count = (parameter.last - parameter.first) / parameter.step + 1;
    const std::int64_t points = std::min<std::int64_t>(count, std::max(max_points, 2));
    const double span = static_cast<double>(parameter.last - parameter.first);
    for (std::int64_t i = 0; i < points; ++i) {
        const double share = points == 1 ? 0 : static_cast<double>(i) / static_cast<double>(points - 1);
        numbers.push_back(on_grid(parameter, static_cast<double>(parameter.first) + span * share));
    }
}

std::vector<Value> integer_axis(const Parameter& parameter, int max_points)
{
    std::vector<std::int64_t> numbers = parameter.extra_values;
    if (parameter.scale == model::Scale::power_of_two) {
        numbers.push_back(parameter.first);
        add_powers_of_two(parameter, numbers);
        numbers.push_back(on_grid(parameter, static_cast<double>(parameter.last)));
    } else {
        add_spread(parameter, max_points, numbers);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return {numbers.begin(), numbers.end()};
}

}  // namespace

model::Value initial_value(const Parameter& parameter, const model::Gpu& gpu)
{
    if (parameter.initial_formula.empty()) return parameter.initial;
    Scope scope;
    add_gpu(scope, gpu);
    const auto number = evaluate(parameter.initial_formula, scope);
    if (!number) return parameter.initial;  // the trial succeeded on the sample GPU; this GPU lacks figures
    const bool doubles = parameter.scale == model::Scale::power_of_two && *number >= 1;
    return on_grid(parameter, doubles ? std::exp2(std::floor(std::log2(*number))) : *number);
}

model::Values initial_values(const model::Experiment& experiment, const model::Gpu& gpu)
{
    model::Values values;
    for (const auto* list : {&experiment.parameters, &experiment.knobs})
        for (const Parameter& parameter : *list) values[parameter.name] = initial_value(parameter, gpu);
    return values;
}

void move_initial_values(const model::Experiment& experiment, const model::Gpu& from, const model::Gpu& to,
                         model::Values& values)
{
    for (const auto* list : {&experiment.parameters, &experiment.knobs})
        for (const Parameter& parameter : *list) {
            const auto found = values.find(parameter.name);
            if (parameter.initial_formula.empty() || found == values.end()) continue;
            if (found->second == initial_value(parameter, from)) found->second = initial_value(parameter, to);
        }
}

std::optional<Error> check_value(const Parameter& parameter, const Value& value)
{
    bool allowed = false;
    if (const auto* number = std::get_if<std::int64_t>(&value))
        allowed = parameter.kind == ParameterKind::integer &&
                  (is_in_range(parameter, *number) || is_extra(parameter, *number));
    else if (const auto* name = std::get_if<std::string>(&value))
        allowed = parameter.kind == ParameterKind::choice &&
                  std::any_of(parameter.choices.begin(), parameter.choices.end(),
                              [&](const model::Choice& choice) { return choice.name == *name; });
    else
        allowed = parameter.kind == ParameterKind::flag;
    if (allowed) return std::nullopt;
    return refusal(parameter, model::to_string(value));
}

model::Expected<Value> parse_value(const Parameter& parameter, std::string_view text)
{
    std::optional<Value> value;
    if (parameter.kind == ParameterKind::flag) {
        if (text == "true" || text == "1" || text == "on") value = true;
        if (text == "false" || text == "0" || text == "off") value = false;
    } else if (parameter.kind == ParameterKind::choice) {
        value = std::string(text);
    } else if (!text.empty() && text == parameter.zero_label) {
        value = std::int64_t{0};
    } else if (const auto number = parse_integer(text)) {
        value = *number;
    }
    if (!value) return refusal(parameter, text);
    if (auto error = check_value(parameter, *value)) {
        const std::string hint = parameter.choices.empty() ? "" : suggestion(text, choice_names(parameter));
        if (hint.starts_with("did")) error->advice += "; " + hint;
        return *error;
    }
    return *value;
}

std::vector<Value> axis_values(const Parameter& parameter, int max_points)
{
    if (parameter.kind == ParameterKind::flag) return {false, true};
    if (parameter.kind == ParameterKind::integer) return integer_axis(parameter, max_points);
    const std::vector<std::string> names = choice_names(parameter);
    return {names.begin(), names.end()};
}

std::vector<std::string> parameter_names(const model::Experiment& experiment)
{
    std::vector<std::string> names;
    for (const auto* list : {&experiment.parameters, &experiment.knobs})
        for (const Parameter& parameter : *list) names.push_back(parameter.name);
    return names;
}

double axis_position(const Parameter& parameter, const Value& value)
{
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
    if (const auto* number = std::get_if<std::int64_t>(&value)) return static_cast<double>(*number);
    for (std::size_t i = 0; i < parameter.choices.size(); ++i)
        if (parameter.choices[i].name == std::get<std::string>(value)) return static_cast<double>(i);
    return 0;
}

Value nearest_value(const Parameter& parameter, double position)
{
    if (std::isnan(position)) return parameter.initial;
    if (parameter.kind == ParameterKind::flag) return position >= 0.5;
    if (parameter.kind == ParameterKind::choice) {
        if (parameter.choices.empty()) return parameter.initial;
        const double last = static_cast<double>(parameter.choices.size() - 1);
        return parameter.choices[static_cast<std::size_t>(std::clamp(std::round(position), 0.0, last))].name;
    }
    std::int64_t nearest = on_grid(parameter, position);
    for (const std::int64_t extra : parameter.extra_values)
        if (std::abs(static_cast<double>(extra) - position) < std::abs(static_cast<double>(nearest) - position))
            nearest = extra;
    return nearest;
}

}  // namespace spillway::catalogue
