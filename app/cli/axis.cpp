#include "app/cli/axis.h"

#include <charconv>
#include <cstdint>
#include <optional>

#include "app/catalogue/formula/parameter_values.h"
#include "app/cli/context.h"

namespace spillway::cli {
namespace {

constexpr std::size_t max_values = 10000;

model::Error wrong(const std::string& text, const std::string& what)
{
    return {"'" + text + "': " + what, "--axis", "write NAME=[first:last:step], NAME=[v1,v2,...] or NAME[pow2]=[a:b]"};
}

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else if (c != ' ')
            parts.back() += c;
    }
    return parts;
}

std::optional<std::int64_t> whole_number(const std::string& text)
{
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// Expands "first:last" or "first:last:step" into its numbers, as text.
model::Expected<std::vector<std::string>> expand_range(const std::string& text, const std::string& range)
{
    const std::vector<std::string> parts = split(range, ':');
    if (parts.size() > 3) return wrong(text, "a range has at most three numbers");
    const auto first = whole_number(parts[0]), last = whole_number(parts[1]);
    const auto step = parts.size() == 3 ? whole_number(parts[2]) : std::optional<std::int64_t>(1);
    if (!first || !last || !step) return wrong(text, "a range needs whole numbers");
    if (*step <= 0) return wrong(text, "the step must be 1 or more");
    if (*last < *first) return wrong(text, "the last value is smaller than the first");
    // Unsigned, so that neither the distance nor the last step can overflow.
    const std::uint64_t distance = static_cast<std::uint64_t>(*last) - static_cast<std::uint64_t>(*first);
    const std::uint64_t steps = distance / static_cast<std::uint64_t>(*step);
    if (steps >= max_values) return wrong(text, "that is more than " + std::to_string(max_values) + " values");
    std::vector<std::string> words;
    for (std::uint64_t i = 0; i <= steps; ++i)
        words.push_back(std::to_string(*first + static_cast<std::int64_t>(i) * *step));
    return words;
}

}  // namespace

model::Expected<Axis> parse_axis(const model::Experiment& experiment, const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) return wrong(text, "there is no NAME=");
    std::string name = text.substr(0, equals), list = text.substr(equals + 1);
    const bool exponents = name.ends_with("[pow2]");
    if (exponents) name.resize(name.size() - std::string_view("[pow2]").size());
    const auto parameter = find_parameter(experiment, name);
    if (!parameter) return parameter.error();

    const bool bracketed = list.size() >= 2 && list.front() == '[' && list.back() == ']';
    if (bracketed) list = list.substr(1, list.size() - 2);
    std::vector<std::string> words = split(list, ',');
    if (list == "all" && !(*parameter)->choices.empty()) {
        words.clear();
        for (const model::Choice& choice : (*parameter)->choices) words.push_back(choice.name);
    } else if (list == "all" && (*parameter)->kind == model::ParameterKind::flag) {
        words = {"false", "true"};
    }
    if (bracketed && words.size() == 1 && list.find(':') != std::string::npos) {
        auto range = expand_range(text, list);
        if (!range) return range.error();
        words = std::move(*range);
    }
    if (words.size() > max_values) return wrong(text, "that is more than " + std::to_string(max_values) + " values");
    Axis axis{*parameter, {}};
    for (std::string& word : words) {
        if (exponents) {
            const auto exponent = whole_number(word);
            if (!exponent || *exponent < 0 || *exponent > 62) return wrong(text, "an exponent of two must be 0 to 62");
            word = std::to_string(std::int64_t{1} << *exponent);
        }
        auto value = catalogue::parse_value(**parameter, word);
        if (!value) return value.error();
        axis.values.push_back(std::move(*value));
    }
    return axis;
}

}  // namespace spillway::cli
