#include "app/catalogue/plain/directives.h"

#include <algorithm>
#include <string>

#include "app/catalogue/plain/cuda_lexer.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_numbers = 200, max_expressions = 2000, max_expression_bytes = 200;

using Words = std::vector<std::string_view>;

/// Words after the #.
Words words_of(std::string_view directive)
{
    Words words;
    for (const Token& token : cuda_tokens(directive.substr(1))) words.push_back(token.in(directive.substr(1)));
    return words;
}

/// Number at the end of a #define: 32, (0x20u), -1.
struct Number {
    std::int64_t value = 0;
    std::string_view written;  ///< without suffix
};

std::optional<std::int64_t> whole_number(std::string_view digits)
{
    constexpr std::uint64_t max = std::uint64_t{1} << 40;
    const bool is_negative = digits.starts_with('-');
    if (is_negative) digits.remove_prefix(1);
    const auto value = whole_literal(digits);
    if (!value || *value > max) return std::nullopt;
    const auto whole = static_cast<std::int64_t>(*value);
    return is_negative ? -whole : whole;
}

/// Number in the words from `first` on.
std::optional<Number> number_in(const Words& words, std::size_t first)
{
    std::size_t last = words.size();
    while (first + 1 < last && words[first] == "(" && words[last - 1] == ")") ++first, --last;
    if (first >= last || last - first > 2 || (last - first == 2 && words[first] != "-")) return std::nullopt;
    std::string_view digits = words[last - 1];
    const bool is_hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    while (!digits.empty() && std::string_view("uUlLzZ").find(digits.back()) != std::string_view::npos)
        digits.remove_suffix(1);
    if (!is_hexadecimal && digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    const auto value = whole_number(digits);
    if (!value) return std::nullopt;
    const char* begin = last - first == 2 ? words[first].data() : digits.data();
    return Number{begin == digits.data() ? *value : -*value,
                  {begin, static_cast<std::size_t>(digits.data() + digits.size() - begin)}};
}

}  // namespace

std::optional<SeenInclude> include_in(std::string_view directive)
{
    const std::size_t first = directive.find_first_not_of(" \t", 1);
    if (first == std::string_view::npos || !directive.substr(first).starts_with("include")) return std::nullopt;
    const std::size_t open = directive.find_first_of("<\"");
    if (open == std::string_view::npos) return std::nullopt;
    const std::size_t close = directive.find(directive[open] == '<' ? '>' : '"', open + 1);
    if (close == std::string_view::npos) return std::nullopt;
    return SeenInclude{std::string(directive.substr(open + 1, close - open - 1)), directive[open] == '"'};
}

std::optional<std::int64_t> number_of_macro(std::string_view text)
{
    Words words;
    for (const Token& token : cuda_tokens(text)) words.push_back(token.in(text));
    const auto number = number_in(words, 0);
    return number ? std::optional(number->value) : std::nullopt;
}

void Directives::take(std::string_view line, int number)
{
    if (auto include = include_in(line)) {
        includes_.push_back(std::move(*include));
        return;
    }
    const Words words = words_of(line);
    if (!words.empty() && words[0] == "define") {
        has_kernel_macro_ = has_kernel_macro_ || line.find("__global__") != std::string_view::npos;
        define(words, number);
    } else {
        condition(words);
    }
}

std::vector<SeenDefine> Directives::numbers() const
{
    std::vector<SeenDefine> numbers;
    for (const auto& [name, define] : defines_)
        if (define) numbers.push_back(*define);
    std::ranges::sort(numbers, {}, &SeenDefine::begin);
    if (numbers.size() > max_numbers) numbers.resize(max_numbers);
    return numbers;
}

/// Tracks the names that the enclosing conditions require to be undefined, one for each condition.
void Directives::condition(const Words& words)
{
    constexpr std::size_t max_conditions = 200;
    const std::string_view kind = words.empty() ? std::string_view{} : words[0];
    if (kind == "endif" && !undefined_.empty()) undefined_.pop_back();
    if (kind.starts_with("el") && !undefined_.empty()) undefined_.back() = {};
    if (!kind.starts_with("if") || undefined_.size() >= max_conditions) return;
    const bool is_not_defined = kind == "ifndef" || (words.size() > 3 && words[1] == "!" && words[2] == "defined");
    const auto name = std::find_if(words.begin() + 1, words.end(),
                                   [](std::string_view word) { return word != "defined" && is_identifier(word); });
    undefined_.push_back(is_not_defined && name != words.end() ? *name : std::string_view{});
}

void Directives::define(const Words& words, int number)
{
    if (words.size() < 2 || !is_identifier(words[1])) return;
    // Names that begin with two underscores are the compiler's own, such as __CUDA_ARCH__ in an editor's guard.
    if (words[1].starts_with("__")) return;
    const auto [known, is_new] = defines_.try_emplace(words[1]);
    if (!is_new) {
        known->second.reset();
        expressions_[words[1]] = {};
        return;
    }
    // Skips NAME( with parameters, and macros without a number.
    const auto value = words.size() > 2 ? number_in(words, 2) : std::nullopt;
    if (!value) return expression(words);
    const auto begin = static_cast<std::size_t>(value->written.data() - text_.data());
    const bool is_default = std::ranges::find(undefined_, words[1]) != undefined_.end();
    known->second =
        SeenDefine{std::string(words[1]), value->value, number, begin, begin + value->written.size(), is_default};
}

/// Records `#define THREADS (TILE * 8)`. Skips a macro with parameters, whose parenthesis directly follows its name.
void Directives::expression(const Words& words)
{
    if (words.size() < 3 || expressions_.size() >= max_expressions) return;
    const std::string_view name = words[1], first = words[2], last = words.back();
    if (first == "(" && first.data() == name.data() + name.size()) return;
    const std::string_view text(first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data()));
    if (text.size() <= max_expression_bytes && text.find('\\') == std::string_view::npos)
        expressions_.emplace(name, text);
}

}  // namespace spillway::catalogue
