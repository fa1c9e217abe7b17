#include "app/catalogue/plain/file_constants.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/directives.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_text_bytes = 200;

void write_sizes(std::string& text)
{
    for (const auto& [words, number] : {std::pair{"sizeof(float)", "4"}, std::pair{"sizeof(double)", "8"},
                                        std::pair{"sizeof(int)", "4"}, std::pair{"sizeof(char)", "1"}})
        for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos;)
            text.replace(at, std::string_view(words).size(), number);
}

/// Removes parentheses around the whole text.
std::string_view without_outer_parentheses(std::string_view text)
{
    while (text.size() > 1 && text.front() == '(' && text.back() == ')') {
        int depth = 0;
        for (std::size_t at = 0; at + 1 < text.size(); ++at) {
            depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
            if (depth == 0) return text;
        }
        text = text.substr(1, text.size() - 2);
    }
    return text;
}

/// Rounds like C++, which truncates each quotient. If the division is the last operation, that equals rounding the
/// result; returns an empty text if it is not.
std::string rounded_as_cpp(const std::string& text)
{
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) return text;
    const std::string_view all = without_outer_parentheses(text);
    const std::size_t at = all.rfind('/');
    if (at != all.find('/') || std::ranges::count(all.substr(0, at), '(') != std::ranges::count(all.substr(0, at), ')'))
        return {};
    const std::string_view divisor = all.substr(at + 1);
    const bool is_single = divisor.find_first_of("+-*%") == std::string_view::npos ||
                           without_outer_parentheses(divisor).size() < divisor.size();
    // In "a + b / c" only b is divided.
    int depth = 0;
    bool divides_all = true;
    for (const char c : all.substr(0, at)) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        divides_all = divides_all && (depth > 0 || (c != '+' && c != '-'));
    }
    return is_single && divides_all ? "floor(" + std::string(all) + ")" : std::string();
}

bool is_extent(double value)
{
    return value >= 1 && value <= (1 << 30) && value == std::floor(value);
}

}  // namespace

std::vector<std::string> arguments_of(std::string_view list)
{
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : list) {
        if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
        if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
        if (c == ',' && depth == 0)
            parts.emplace_back();
        else if (c != ' ' || !parts.back().empty())
            parts.back() += c;
    }
    return parts;
}

FileConstants::FileConstants(const SourceLook& look, const model::Experiment& experiment)
{
    // Sliders come first: they start at the macros that replace their #defines. #defines of headers are sliders too.
    for (const std::string& name : experiment.defines)
        if (const model::Parameter* define = experiment.find_parameter(name))
            if (const auto* value = std::get_if<std::int64_t>(&define->initial)) set(name, static_cast<double>(*value));
    for (const model::BuildSettings* build : {&experiment.build, &experiment.build_beside, &experiment.build_project})
        for (const auto& [name, value] : build->macros)
            if (const auto number = number_of_macro(value)) set(name, static_cast<double>(*number));
    for (const SeenDefine& define : look.defines) set(define.name, static_cast<double>(define.value));
    for (const SeenConstant& constant : look.constants) {
        if (constant.values.size() == 1)
            if (const auto value = of(constant.values.front())) set(constant.name, *value);
        texts_.emplace(constant.name, constant.values);
    }
}

void FileConstants::set(const std::string& name, double value)
{
    const bool is_set =
        std::any_of(scope_.begin(), scope_.end(), [&](const auto& entry) { return entry.first == name; });
    if (!is_set && !is_formula_function(name)) scope_.emplace_back(name, value);
}

std::optional<double> FileConstants::of(std::string text) const
{
    if (text.empty() || text.size() > max_text_bytes) return std::nullopt;
    write_sizes(text);
    const auto value = evaluate(text, scope_);
    return value ? std::optional(*value) : std::nullopt;
}

std::string FileConstants::expanded(std::string_view text, const Sliders& sliders, int depth, bool& has_slider) const
{
    constexpr int max_depth = 8;
    std::string sized(text);
    if (depth > max_depth || sized.empty() || sized.size() > max_text_bytes) return {};
    write_sizes(sized);
    std::string made;
    for (const Token& token : cuda_tokens(sized)) {
        const std::string_view word = token.in(sized);
        if (token.kind != Token::Kind::name) {
            made += word;
        } else if (const auto slider = sliders.find(word); slider != sliders.end()) {
            made += slider->second.name;
            has_slider = true;
        } else if (const auto known = texts_.find(word); known != texts_.end() && known->second.size() == 1) {
            const std::string value = expanded(known->second.front(), sliders, depth + 1, has_slider);
            if (value.empty()) return {};
            made += "(" + value + ")";
        } else {
            return {};
        }
        if (made.size() > max_formula_bytes / 4) return {};
    }
    return made;
}

std::optional<FileConstants::Words> FileConstants::formula(const std::string& text, const Sliders& sliders) const
{
    bool has_slider = false;
    const std::string made = rounded_as_cpp(expanded(text, sliders, 0, has_slider));
    Scope scope;
    for (const auto& [word, slider] : sliders)
        // Named capture, because clang 14 (web build) cannot capture a structured binding in a lambda.
        if (std::ranges::none_of(scope, [&name = slider.name](const auto& known) { return known.first == name; }))
            scope.emplace_back(slider.name, slider.initial);
    if (!made.empty())
        if (const auto value = evaluate(made, scope))
            return Words{has_slider ? made : std::to_string(static_cast<std::int64_t>(*value)), *value, has_slider};
    const auto value = of(text);
    if (!value) return std::nullopt;
    return Words{std::to_string(static_cast<std::int64_t>(*value)), *value, false};
}

std::optional<FileConstants::Shape> FileConstants::shape(std::string_view text, const Sliders& sliders) const
{
    std::vector<std::string> parts{std::string(text)};
    if (const auto known = texts_.find(text); known != texts_.end()) parts = known->second;
    if (parts.size() == 1) text = parts.front();  // a macro's text: dim3(16, 16)
    const std::size_t open = text.find_first_of("({");
    if (text.starts_with("dim3") && text.size() > 6 && open != std::string_view::npos)
        parts = arguments_of(text.substr(open + 1, text.size() - 2 - open));
    Shape shape;
    if (parts.size() > 3) return std::nullopt;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto words = formula(parts[i], sliders);
        if (!words || !is_extent(words->number)) return std::nullopt;
        shape.formulas[i] = words->text;
        shape.extents[i] = static_cast<std::int64_t>(words->number);
        shape.has_slider = shape.has_slider || words->has_slider;
    }
    return shape;
}

}  // namespace spillway::catalogue
