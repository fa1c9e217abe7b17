#include "app/catalogue/plain/declarations.h"

#include <algorithm>
#include <array>

#include "app/catalogue/plain/word_list.h"

namespace spillway::catalogue {
namespace {

constexpr std::array<std::string_view, 4> type_words{"struct", "class", "union", "enum"};
constexpr std::array<std::string_view, 4> alias_words{"using", "typedef", "static_assert", "namespace"};
/// Words followed by parentheses that are not a function's parameters.
constexpr std::array<std::string_view, 12> attribute_words{
    "__launch_bounds__", "__maxnreg__", "__cluster_dims__", "__block_size__", "__align__", "__attribute__",
    "alignas",           "decltype",    "noexcept",         "explicit",       "requires",  "__declspec"};

constexpr std::size_t max_scope_bytes = 500, max_scopes = 200;

class Parser {
public:
    Parser(std::string_view text, const std::vector<Token>& tokens) : text_(text), tokens_(tokens), end_(tokens.size())
    {
    }
    /// Parses the tokens in [begin, end), the inside of a type's braces.
    Parser(std::string_view text, const std::vector<Token>& tokens, std::size_t begin, std::size_t end)
        : text_(text), tokens_(tokens), at_(begin), end_(end), is_in_type_(true)
    {
    }

    std::vector<Item> run()
    {
        while (at_ < end_) {
            if (is_in_type_ && skip_access()) continue;
            if (tokens_[at_].kind == Token::Kind::directive) {
                items_.push_back({true, at_++, {}});
            } else if (word(at_) == ";") {
                ++at_;
            } else if (word(at_) == "}") {
                if (!scopes_.empty()) scopes_.pop_back();
                ++at_;
            } else if (!enter_scope()) {
                declaration();
            }
        }
        return std::move(items_);
    }

private:
    [[nodiscard]] std::string_view word(std::size_t index) const
    {
        return index < end_ ? tokens_[index].in(text_) : std::string_view{};
    }

    /// Skips "public:" and the like.
    bool skip_access()
    {
        const std::string_view now = word(at_);
        const bool is_access = (now == "public" || now == "private" || now == "protected") && word(at_ + 1) == ":";
        if (is_access) at_ += 2;
        return is_access;
    }

    /// Enters namespace a::b {, inline namespace a {, namespace {, or extern "C" {.
    bool enter_scope()
    {
        std::size_t at = at_;
        std::string scope;
        if (word(at) == "extern" && word(at + 1) == "\"C\"" && word(at + 2) == "{") {
            at += 2;
        } else {
            if (word(at) == "inline") ++at;
            if (word(at) != "namespace") return false;
            for (++at; at < end_ && word(at) != "{" && word(at) != "=" && word(at) != ";"; ++at) scope += word(at);
        }
        if (word(at) != "{") return false;
        const std::string around = scopes_.empty() ? std::string() : scopes_.back();
        scopes_.push_back(scope.empty() ? around : around + scope + "::");
        // Each declaration stores its scope, so stop at extremely long or deeply nested scopes.
        at_ = scopes_.back().size() > max_scope_bytes || scopes_.size() > max_scopes ? end_ : at + 1;
        return true;
    }

    /// Position after the bracket that closes the one at `open`. Ignores directives in between.
    [[nodiscard]] std::size_t after_closing(std::size_t open) const
    {
        int depth = 0;
        for (std::size_t at = open; at < end_; ++at) {
            if (tokens_[at].kind == Token::Kind::directive) continue;
            const std::string_view sign = word(at);
            if (sign == "(" || sign == "{" || sign == "[") ++depth;
            if (sign == ")" || sign == "}" || sign == "]")
                if (--depth == 0) return at + 1;
        }
        return end_;
    }

    /// Position after the > that closes the < at `open`.
    [[nodiscard]] std::size_t after_angle(std::size_t open) const
    {
        int depth = 0;
        for (std::size_t at = open; at < end_;) {
            const std::string_view sign = word(at);
            if (sign == "(" || sign == "{" || sign == "[") {
                at = after_closing(at);
                continue;
            }
            if (sign == ";") return at;
            if (sign == "<" || sign == "<<<") depth += static_cast<int>(sign.size());
            if (sign == ">" || sign == ">>>") depth -= static_cast<int>(sign.size());
            ++at;
            if (depth <= 0) return at;
        }
        return end_;
    }

    /// State of the declaration being parsed.
    struct Seen {
        bool is_alias = false, is_type = false, has_parameters = false, has_equals = false, has_colon = false;
    };

    void declaration()
    {
        Declaration found;
        found.first = at_;
        found.scope = scopes_.empty() ? std::string() : scopes_.back();
        template_heads(found);
        Seen seen{is_one_of(word(at_), alias_words)};
        while (at_ < end_ && word(at_) != ";" && word(at_) != "}")  // } of a scope closed too early
            if (take(found, seen)) return finish(found, Declaration::Kind::function);
        if (word(at_) == ";") ++at_;
        if (at_ == found.first) ++at_;  // always advance
        finish(found, kind_of(found, seen));
    }

    /// Consumes the next word or bracketed group. Returns true after the body of a function.
    bool take(Declaration& found, Seen& seen)
    {
        const std::string_view now = word(at_);
        if (tokens_[at_].kind == Token::Kind::directive) {
            ++at_;
        } else if (is_one_of(now, attribute_words) && word(at_ + 1) == "(") {
            at_ = after_closing(at_ + 1);
        } else if (now == "(") {
            take_parameters(found, seen);
        } else if (now == "{") {
            const bool is_plain = !seen.is_type && !seen.has_equals && !seen.is_alias;
            const bool is_body = seen.has_parameters && is_plain && !(seen.has_colon && is_after_member_name());
            if (is_body) found.body = at_;
            at_ = after_closing(at_);
            return is_body;
        } else {
            seen.is_type = seen.is_type || (!seen.has_parameters && !seen.has_equals && is_one_of(now, type_words));
            seen.has_equals = seen.has_equals || (now == "=" && !is_part_of_operator_name());
            seen.has_colon = seen.has_colon || now == ":";
            ++at_;
        }
        return false;
    }

    /// The first parentheses before any "=" enclose a function's parameters; its name precedes them.
    void take_parameters(Declaration& found, Seen& seen)
    {
        if (!seen.has_parameters && !seen.has_equals) {
            found.name = word(at_ - 1);
            found.arguments_open = at_;
            seen.has_parameters = true;
        }
        at_ = after_closing(at_);
    }

    [[nodiscard]] Declaration::Kind kind_of(const Declaration& found, const Seen& seen) const
    {
        if (!found.is_template && word(found.first) == "template") return Declaration::Kind::instantiation;
        if (seen.is_alias) return Declaration::Kind::alias;
        if (seen.has_parameters && !seen.has_equals && is_identifier(found.name)) return Declaration::Kind::function;
        return seen.is_type ? Declaration::Kind::type : Declaration::Kind::variable;
    }

    /// Whether a brace follows a member's name, as in `A::A() : x{1} {`, so it does not open the body.
    [[nodiscard]] bool is_after_member_name() const
    {
        const std::string_view before = word(at_ - 1);
        constexpr std::array<std::string_view, 5> may_precede_body{")", "}", "const", "noexcept", "override"};
        return tokens_[at_ - 1].kind == Token::Kind::name && !is_one_of(before, may_precede_body);
    }

    /// Whether an = belongs to operator=, operator+= or operator==.
    [[nodiscard]] bool is_part_of_operator_name() const
    {
        for (std::size_t back = 1; back <= 3 && back <= at_; ++back) {
            if (word(at_ - back) == "operator") return true;
            if (tokens_[at_ - back].kind != Token::Kind::sign) return false;
        }
        return false;
    }

    void template_heads(Declaration& found)
    {
        while (word(at_) == "template" && word(at_ + 1) == "<") {
            const std::size_t end = after_angle(at_ + 1);
            found.is_template = true;
            found.parameters_begin = at_ + 2;
            found.parameters_end = end - 1;
            found.is_specialization = found.parameters_begin >= found.parameters_end;
            at_ = end;
        }
    }

    void finish(Declaration& found, Declaration::Kind kind)
    {
        found.kind = kind;
        found.last = std::max(found.first, at_ - 1);
        items_.push_back({false, 0, std::move(found)});
    }

    std::string_view text_;
    const std::vector<Token>& tokens_;
    std::size_t at_ = 0, end_;
    bool is_in_type_ = false;
    std::vector<std::string> scopes_;  ///< open scopes with their enclosing ones: "a::b::"
    std::vector<Item> items_;
};

}  // namespace

std::vector<Item> declarations(std::string_view text, const std::vector<Token>& tokens)
{
    return Parser(text, tokens).run();
}

std::optional<Body> body_of_type(std::string_view text, const std::vector<Token>& tokens, const Declaration& type)
{
    std::size_t at = type.is_template ? type.parameters_end : type.first;
    int parentheses = 0;
    for (; at <= type.last && at < tokens.size(); ++at) {
        if (tokens[at].kind == Token::Kind::directive) continue;
        const std::string_view word = tokens[at].in(text);
        if (word == "(") ++parentheses;
        if (word == ")") --parentheses;
        if (word == "=" || word == ";") return std::nullopt;
        if (word == "{" && parentheses == 0) break;
    }
    int depth = 0;
    for (std::size_t close = at; close <= type.last && close < tokens.size(); ++close) {
        if (tokens[close].kind == Token::Kind::directive) continue;
        const std::string_view word = tokens[close].in(text);
        if (word == "{") ++depth;
        if (word == "}" && --depth == 0) return Body{at, close};
    }
    return std::nullopt;
}

std::vector<Item> members(std::string_view text, const std::vector<Token>& tokens, const Body& body)
{
    return Parser(text, tokens, body.open + 1, body.close).run();
}

}  // namespace spillway::catalogue
