#include "app/catalogue/plain/host_function.h"

#include <algorithm>
#include <array>

#include "app/catalogue/plain/file_constants.h"
#include "app/catalogue/plain/token_scan.h"
#include "app/catalogue/plain/word_list.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_list_tokens = 128;   ///< tokens of template arguments
constexpr std::size_t max_call_tokens = 1000;  ///< tokens of the arguments of a call or a launch
constexpr std::size_t max_occurrences = 4;     ///< occurrences of a variable's name to search for its declaration
constexpr std::size_t max_template_parameters = 32, max_passed = 64;  ///< of a template; and arguments of its call
constexpr int max_depth = 4;                                          ///< nested constants
constexpr std::size_t max_argument_bytes = 200;

/// Whether the word in a declaration does not affect template deduction.
bool is_specifier(std::string_view word)
{
    constexpr std::array<std::string_view, 6> known{"const", "constexpr", "static", "volatile", "register", "struct"};
    return is_one_of(word, known) || word.starts_with("__restrict");
}

bool is_built_in(std::string_view word)
{
    constexpr std::array<std::string_view, 9> known{"int",  "float", "double",   "char",  "bool",
                                                    "long", "short", "unsigned", "signed"};
    return is_one_of(word, known);
}

/// float for 1.0f, double for 1.0, int for 1.
std::optional<PlainType> type_of_number(std::string_view number)
{
    const bool is_hexadecimal = number.starts_with("0x") || number.starts_with("0X");
    const bool has_point = !is_hexadecimal && number.find_first_of(".eE") != std::string_view::npos;
    const char last = number.back();
    if (has_point) return PlainType{last == 'f' || last == 'F' ? "float" : "double", 0};
    if (last == 'u' || last == 'U') return PlainType{"unsigned", 0};
    return is_digit(last) ? std::optional(PlainType{"int", 0}) : std::nullopt;
}

/// Type from its words, such as "unsigned int", "std::size_t", "V<float>", and its stars.
std::optional<PlainType> plain_type(const std::vector<std::string_view>& words)
{
    PlainType type;
    for (const std::string_view word : words) {
        if (word == "*") ++type.stars;
        if (word == "*" || word == "&" || is_specifier(word)) continue;
        if (!is_identifier(word) && word != "::" && word != "<" && word != ">" && word != ",") return std::nullopt;
        const bool is_apart = !type.base.empty() && continues_name(type.base.back()) && continues_name(word.front());
        type.base += (is_apart ? " " : "") + std::string(word);
    }
    if (type.base.empty() || type.base == "auto") return std::nullopt;
    return type;
}

std::vector<std::string_view> text_words(std::string_view text)
{
    std::vector<std::string_view> words;
    for (const Token& token : cuda_tokens(text)) words.push_back(token.in(text));
    return words;
}

}  // namespace

std::string TokenText::between(std::size_t first, std::size_t end) const
{
    if (first >= end || end > tokens.size()) return {};
    return text.substr(tokens[first].begin, tokens[end - 1].end - tokens[first].begin);
}

std::size_t TokenText::closing(std::size_t open, std::size_t end) const
{
    const std::string_view opens = word(open);
    const std::string_view closes = opens == "<" ? ">" : opens == "(" ? ")" : "}";
    int depth = 0;
    const std::size_t stop = std::min(end, open + (opens == "<" ? max_list_tokens : max_call_tokens));
    for (std::size_t at = open; at < stop; ++at) {
        if (word(at) == opens) ++depth;
        if (word(at) == closes && --depth == 0) return at;
        if (opens == "<" && word(at) == ";") return end;
    }
    return end;
}

HostFunction::HostFunction(const TokenText& file, const Declaration& declaration)
    : file_(&file), declaration_(declaration)
{
    for (std::size_t at = declaration.first; at <= declaration.last; ++at) {
        if (file.tokens[at].kind != Token::Kind::name) continue;
        const std::string_view name = file.word(at);
        const bool is_in_body = declaration.body != 0 && at > declaration.body;
        if (is_in_body && !values_.contains(name) && !is_built_in(name))
            if (std::string value = value_at(at); !value.empty()) values_.emplace(name, std::move(value));
        constexpr std::array<std::string_view, 7> follow{";", ",", "=", ")", "[", "{", "("};
        if (!is_one_of(file.word(at + 1), follow)) continue;
        if (auto& places = declared_[name]; places.size() < max_occurrences) places.push_back(at);
    }
}

std::vector<TemplateUse> HostFunction::uses_of(const std::map<std::string, NamedTemplate, std::less<>>& names) const
{
    std::vector<TemplateUse> uses;
    const std::size_t end = declaration_.last + 1;
    for (std::size_t at = declaration_.body != 0 ? declaration_.body : declaration_.first; at < end; ++at) {
        if (file_->tokens[at].kind != Token::Kind::name || !names.contains(file_->word(at))) continue;
        TemplateUse use;
        use.name = file_->word(at);
        use.line = file_->tokens[at].line;
        std::size_t next = at + 1;
        if (file_->word(next) == "<") {
            const std::size_t close = file_->closing(next, end);
            if (close == end) continue;
            use.arguments = arguments_of(file_->between(next + 1, close));
            next = close + 1;
        }
        if (file_->word(next) == "<<<") {
            use.is_launch = true;
            const std::size_t stop = std::min(end, next + max_call_tokens);
            while (next < stop && file_->word(next) != ">>>") ++next;
            ++next;
        }
        if (file_->word(next) == "(") {
            use.is_call = true;
            const std::size_t close = file_->closing(next, end);
            if (close < end) use.values = arguments_of(file_->between(next + 1, close));
        }
        if (!use.arguments.empty() || use.is_call) uses.push_back(std::move(use));
    }
    return uses;
}

std::optional<std::vector<std::string>> HostFunction::arguments_of_use(const TemplateUse& use,
                                                                       const NamedTemplate& used,
                                                                       const TemplateBinding& binding) const
{
    std::vector<std::string> arguments;
    if (std::max(used.parameters.size(), use.arguments.size()) > max_template_parameters) return std::nullopt;
    for (const std::string& written : use.arguments) arguments.push_back(resolved(written, binding, 0));
    for (std::size_t i = arguments.size(); i < used.parameters.size(); ++i) {
        const TemplateParameter& parameter = used.parameters[i];
        std::string deduced;
        const std::size_t passed = std::min({use.values.size(), used.arguments.size(), max_passed});
        for (std::size_t value = 0; value < passed; ++value) {
            const KernelArgument& argument = used.arguments[value];
            const auto wanted = plain_type(text_words(argument.type));
            if (!wanted || wanted->base != parameter.name || !deduced.empty()) continue;
            const auto given = type_of_value(use.values[value]);
            const int stars = wanted->stars + (argument.is_pointer ? 1 : 0);
            if (!given || given->stars < stars) continue;
            deduced = resolved(given->base, binding, 0) + std::string(given->stars - stars, '*');
        }
        if (deduced.empty() && (parameter.is_pack || !parameter.initial.empty())) break;  // use the default
        if (deduced.empty()) return std::nullopt;
        arguments.push_back(std::move(deduced));
    }
    // Reject n.value, where n is the `auto` parameter of a lambda: its value is not in the tokens.
    const auto is_none = [](const std::string& each) {
        return each.empty() || each.size() > max_argument_bytes || each.find(" . ") != std::string::npos;
    };
    if (std::any_of(arguments.begin(), arguments.end(), is_none)) return std::nullopt;
    return arguments;
}

std::string HostFunction::resolved(std::string_view words, const TemplateBinding& binding, int depth) const
{
    std::string out;
    std::string_view before;
    for (const Token& token : cuda_tokens(words)) {
        const std::string_view word = token.in(words);
        std::string known;
        if (token.kind == Token::Kind::name && before != "::" && before != ".") {
            if (const auto bound = binding.find(word); bound != binding.end())
                known = bound->second;
            else if (const auto value = values_.find(word); depth < max_depth && value != values_.end())
                known = value->second;
            if (!known.empty() && known != word && depth < max_depth && !binding.contains(word))
                known = resolved(known, binding, depth + 1);
        }
        const std::string_view now = known.empty() ? word : std::string_view(known);
        if (out.size() + now.size() > 2 * max_argument_bytes) return {};
        out += (out.empty() || out.back() == ' ' ? "" : " ") + std::string(now);
        before = word;
    }
    return out;
}

std::string HostFunction::value_at(std::size_t name) const
{
    const bool is_braced = file_->word(name + 1) == "{";
    // Accepts `const int n = 4;`, `constexpr int n{4};` and `using T = float;`, but no assignment.
    if (file_->word(name + 1) != "=" && !is_braced) return {};
    if (file_->tokens[name - 1].kind != Token::Kind::name) return {};
    std::size_t end = name + 2;
    while (end < declaration_.last && end < name + max_list_tokens && file_->word(end) != ";" &&
           file_->word(end) != "," && !(is_braced && file_->word(end) == "}"))
        ++end;
    const std::string value = file_->between(name + 2, end);
    if (value.empty() || value.size() > max_argument_bytes) return {};
    return file_->word(name - 1) == "using" ? value : "(" + value + ")";
}

std::optional<PlainType> HostFunction::type_of_value(std::string_view value) const
{
    const std::vector<std::string_view> words = text_words(value);
    if (words.empty()) return std::nullopt;
    // Casts: (float*)x, static_cast<float*>(x)
    const bool is_cast = words[0].ends_with("_cast") && words.size() > 1 && words[1] == "<";
    if (words[0] == "(" || is_cast) {
        const auto begin = words.begin() + (is_cast ? 2 : 1);
        const auto end = std::find(begin, words.end(), is_cast ? ">" : ")");
        if (end == words.end() || end + 1 == words.end()) return std::nullopt;
        return plain_type({begin, end});
    }
    if (is_digit(words[0].front()) || words[0].front() == '.')
        return words.size() == 1 ? type_of_number(words[0]) : std::nullopt;
    const bool is_address = words[0] == "&";
    const std::string_view name = words[is_address && words.size() > 1 ? 1 : 0];
    // Pointers: x, x + n, &x[n]
    const std::size_t behind = is_address ? 2 : 1;
    const bool is_offset = words.size() > behind && (words[behind] == "+" || words[behind] == "-");
    const bool is_element = words.size() > behind && words[behind] == "[";
    if (!is_identifier(name) || (words.size() > behind && !is_offset && !is_element)) return std::nullopt;
    auto type = type_of_variable(name);
    if (type && is_address && !is_element) ++type->stars;
    if (type && !is_address && is_element) --type->stars;
    return type && type->stars >= 0 ? type : std::nullopt;
}

std::optional<PlainType> HostFunction::type_of_variable(std::string_view name) const
{
    const auto places = declared_.find(name);
    if (places == declared_.end()) return std::nullopt;
    for (const std::size_t at : places->second)
        if (auto type = declared_at(at)) return type;
    return std::nullopt;
}

/// Type of a variable from its declaration at this token, also for b in `float *a, *b`.
std::optional<PlainType> HostFunction::declared_at(std::size_t name) const
{
    const std::string_view behind = file_->word(name + 1);
    int stars = behind == "[" ? 1 : 0;
    std::size_t at = name;
    while (at > declaration_.first && name - at < max_list_tokens &&
           (file_->word(at - 1) == "*" || file_->word(at - 1) == "&" || is_specifier(file_->word(at - 1)))) {
        if (file_->word(at - 1) == "*") ++stars;
        --at;
    }
    // Skip the declarators before: `float *a = f(x), *b`.
    constexpr std::array<std::string_view, 3> begins{";", "{", "}"};
    std::size_t first = at;
    int depth = 0;
    while (first > declaration_.first && !is_one_of(file_->word(first - 1), begins)) {
        const std::string_view before = file_->word(first - 1);
        if (before == ")") ++depth;
        if (before == "(" && --depth < 0) break;
        const bool is_parameter = first - 1 > declaration_.arguments_open && first <= declaration_.body;
        if (before == "," && depth == 0 && is_parameter) break;
        --first;
        if (name - first > max_list_tokens) return std::nullopt;
    }
    while (first < at && file_->word(first).empty()) ++first;  // skip directives
    std::vector<std::string_view> type;
    for (; first < at; ++first) {
        const std::string_view word = file_->word(first);
        const bool is_of_type = is_built_in(word) || is_specifier(word) || word == "::" ||
                                (is_identifier(word) && (type.empty() || type.back() == "::" ||
                                                         std::all_of(type.begin(), type.end(), is_specifier)));
        if (!is_of_type) {
            if (word == "<" && !type.empty()) {
                const std::size_t close = file_->closing(first, at);
                if (close == at) return std::nullopt;
                for (; first <= close; ++first) type.push_back(file_->word(first));
            }
            break;
        }
        type.push_back(word);
    }
    auto plain = plain_type(type);
    if (plain) plain->stars = stars;
    return plain;
}

}  // namespace spillway::catalogue
