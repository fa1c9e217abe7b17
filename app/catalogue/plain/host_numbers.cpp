#include "app/catalogue/plain/host_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <utility>

#include "app/catalogue/plain/argument_types.h"
#include "app/catalogue/plain/cuda_lexer.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_expression_bytes = 500;
constexpr int max_nesting = 24, max_names = 2000;  ///< looked up for one number

struct HostNumber {
    double value = 0;
    bool is_whole = true;
};
using Found = std::optional<HostNumber>;

Found whole(double value)
{
    return HostNumber{std::trunc(value), true};
}

Found literal(std::string_view word)
{
    const bool is_hexadecimal = word.starts_with("0x") || word.starts_with("0X");
    std::string digits;
    for (const char c : word)
        if (c != '\'') digits += c;
    while (!digits.empty() &&
           std::string_view(is_hexadecimal ? "uUlL" : "uUlLfF").find(digits.back()) != std::string_view::npos)
        digits.pop_back();
    const bool is_real = !is_hexadecimal && (digits.find_first_of(".eE") != std::string::npos || word.ends_with('f') ||
                                             word.ends_with('F'));
    if (!is_real) {
        const auto value = whole_literal(digits);
        return value ? Found(HostNumber{static_cast<double>(*value), true}) : std::nullopt;
    }
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    if (digits.empty() || end != digits.c_str() + digits.size() || !std::isfinite(value)) return std::nullopt;
    return HostNumber{value, false};
}

Found apply(std::string_view sign, HostNumber left, HostNumber right)
{
    const bool is_whole = left.is_whole && right.is_whole;
    if (sign == "+") return HostNumber{left.value + right.value, is_whole};
    if (sign == "-") return HostNumber{left.value - right.value, is_whole};
    if (sign == "*") return HostNumber{left.value * right.value, is_whole};
    if ((sign == "<<" || sign == ">>") && is_whole && right.value >= 0 && right.value < 62)
        return whole(std::floor(std::ldexp(left.value, static_cast<int>(sign == "<<" ? right.value : -right.value))));
    if (right.value == 0) return std::nullopt;
    if (sign == "/") return is_whole ? whole(left.value / right.value) : HostNumber{left.value / right.value, false};
    return sign == "%" && is_whole ? whole(std::fmod(left.value, right.value)) : std::nullopt;
}

/// Evaluates a C++ expression by recursive descent.
class Calculation {
public:
    using Names = std::function<Found(std::string_view, int)>;

    Calculation(std::string_view text, const Names& names, int depth)
        : text_(text), tokens_(cuda_tokens(text)), names_(names), depth_(depth)
    {
    }

    Found run()
    {
        const Found found = binary(0);
        return at_ == tokens_.size() ? found : std::nullopt;
    }

private:
    [[nodiscard]] std::string_view word(std::size_t ahead = 0) const
    {
        return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].in(text_) : std::string_view{};
    }
    bool take(std::string_view wanted)
    {
        if (word() != wanted) return false;
        ++at_;
        return true;
    }

    /// The binary operator here and its precedence; 0 if there is none.
    [[nodiscard]] std::pair<std::string_view, int> sign() const
    {
        const std::string_view here = word();
        if ((here == "<" || here == ">") && word(1) == here) return {here == "<" ? "<<" : ">>", 1};
        if (here == "+" || here == "-") return {here, 2};
        if (here == "*" || here == "/" || here == "%") return {here, 3};
        return {{}, 0};
    }

    Found binary(int min_precedence)
    {
        if (++depth_ > max_nesting) return std::nullopt;
        Found left = unary();
        for (;;) {
            const auto [words, precedence] = sign();
            if (!left || precedence == 0 || precedence <= min_precedence) break;
            at_ += words.size() == 2 ? 2 : 1;
            const Found right = binary(precedence);
            left = right ? apply(words, *left, *right) : std::nullopt;
        }
        --depth_;
        return left;
    }

    Found unary()
    {
        if (++depth_ > max_nesting) return std::nullopt;
        Found found;
        if (take("-")) {
            found = unary();
            if (found) found->value = -found->value;
        } else if (take("+")) {
            found = unary();
        } else {
            found = primary();
        }
        --depth_;
        return found;
    }

    Found primary()
    {
        if (at_ >= tokens_.size()) return std::nullopt;
        if (tokens_[at_].kind == Token::Kind::number) return literal(tokens_[at_++].in(text_));
        if (word() == "(") return parenthesis();
        if (tokens_[at_].kind != Token::Kind::name) return std::nullopt;
        if (take("sizeof")) return size();
        if (take("static_cast")) return cast();
        std::string_view name = tokens_[at_++].in(text_);
        while (word() == "::" && at_ + 1 < tokens_.size()) {
            name = tokens_[at_ + 1].in(text_);
            at_ += 2;
        }
        if (word() == "(") return call(name);
        return names_(name, depth_);
    }

    /// "(size_t)n" or "(n + 1)".
    Found parenthesis()
    {
        const std::size_t begin = at_;
        if (const ArgumentType* type = type_in("(", ")")) return converted(*type, unary());
        at_ = begin + 1;
        const Found found = binary(0);
        return take(")") ? found : std::nullopt;
    }

    /// Reads a known type between `open` and `close`. Null without one; the position may have moved all the same.
    const ArgumentType* type_in(std::string_view open, std::string_view close)
    {
        if (!take(open)) return nullptr;
        std::string name;
        for (; at_ < tokens_.size() && word() != close; ++at_) {
            if (word() == "std" || word() == "::" || word() == "const") continue;
            name += (name.empty() ? "" : " ") + std::string(word());
        }
        if (!take(close)) return nullptr;
        if (name == "unsigned long long" || name == "uint64_t" || name == "unsigned long") name = "size_t";
        return find_argument_type(name);
    }

    static Found converted(const ArgumentType& type, Found value)
    {
        if (!value || !type.is_scalar) return std::nullopt;
        return is_real(type) ? HostNumber{value->value, false} : whole(value->value);
    }

    Found size()
    {
        const ArgumentType* type = type_in("(", ")");
        return type != nullptr ? whole(type->bytes) : std::nullopt;
    }

    Found cast()
    {
        const ArgumentType* type = type_in("<", ">");
        if (type == nullptr || !take("(")) return std::nullopt;
        const Found value = binary(0);
        return take(")") ? converted(*type, value) : std::nullopt;
    }

    Found call(std::string_view name)
    {
        at_ += 1;
        const Found first = binary(0);
        const Found second = take(",") ? binary(0) : std::nullopt;
        if (!take(")") || !first) return std::nullopt;
        if (second && (name == "min" || name == "max"))
            return name == "min" ? (first->value < second->value ? first : second)
                                 : (first->value > second->value ? first : second);
        if (!second && (name == "ceil" || name == "ceilf")) return HostNumber{std::ceil(first->value), false};
        if (!second && (name == "size_t" || name == "int")) return whole(first->value);
        return std::nullopt;
    }

    std::string_view text_;
    std::vector<Token> tokens_;
    const Names& names_;
    std::size_t at_ = 0;
    int depth_;
};

}  // namespace

HostNumbers::HostNumbers(const SourceLook& look, std::map<std::string, double> values, int line)
    : values_(std::move(values))
{
    for (const SeenDefine& define : look.defines) values_.try_emplace(define.name, static_cast<double>(define.value));
    for (const SeenConstant& constant : look.constants)
        if (constant.reassigned_line == 0 || constant.reassigned_line > line)
            texts_.emplace(constant.name, constant.values);
}

std::optional<double> HostNumbers::of(std::string_view text) const
{
    Calculation::Names names;
    int lookups = 0;
    const auto calculate = [&](std::string_view words, int depth) -> Found {
        // "argc > 1 ? atoi(argv[1]) : 1 << 20": take the value for a run without arguments.
        if (words.find("argc") != std::string_view::npos && words.find('?') != std::string_view::npos)
            words.remove_prefix(std::min(words.rfind(':'), words.size() - 1) + 1);
        if (words.empty() || words.size() > max_expression_bytes || depth > max_nesting) return std::nullopt;
        return Calculation(words, names, depth).run();
    };
    names = [&](std::string_view name, int depth) -> Found {
        if (++lookups > max_names) return std::nullopt;
        if (const auto known = values_.find(std::string(name)); known != values_.end())
            return HostNumber{known->second, known->second == std::floor(known->second)};
        const auto known = texts_.find(std::string(name));
        if (known == texts_.end() || known->second.size() != 1) return std::nullopt;
        return calculate(known->second.front(), depth + 1);
    };
    const Found found = calculate(text, 0);
    return found && std::isfinite(found->value) ? std::optional(found->value) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> HostNumbers::shape(std::string_view text) const
{
    std::vector<std::string> parts{std::string(text)};
    if (const auto known = texts_.find(std::string(text)); known != texts_.end()) parts = known->second;
    const std::size_t open = text.find_first_of("({");
    if (text.starts_with("dim3") && open != std::string_view::npos) {
        parts = {""};
        int depth = 0;
        for (const char c : text.substr(open + 1, text.size() - open - 2)) {
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0)
                parts.emplace_back();
            else
                parts.back() += c;
        }
    }
    if (parts.size() > 3) return std::nullopt;
    std::vector<std::int64_t> extents{1, 1, 1};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto number = of(parts[i]);
        if (!number || *number < 1 || *number > 2147483647) return std::nullopt;
        extents[i] = static_cast<std::int64_t>(*number);
    }
    return extents;
}

}  // namespace spillway::catalogue
