#include "app/catalogue/plain/declarations.h"

#include <algorithm>
#include <array>

namespace spillway::catalogue {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 4> type_words{"struct", "class", "union", "enum"};
constexpr std::array<std::string_view, 4> alias_words{"using", "typedef", "static_assert", "namespace"};
/// Words with parentheses that are not those of a function's parameters.
constexpr std::array<std::string_view, 12> attribute_words{
    "__launch_bounds__", "__maxnreg__", "__cluster_dims__", "__block_size__", "__align__", "__attribute__",
    "alignas",           "decltype",    "noexcept",         "explicit",       "requires",  "__declspec"};

constexpr std::size_t most_scope_bytes = 500, most_scopes = 200;

class Parser {
public:
    Parser(std::string_view text, const std::vector<Token>& tokens) : text_(text), tokens_(tokens) {}

    std::vector<Item> run()
    {
        while (at_ < tokens_.size()) {
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
        return index < tokens_.size() ? tokens_[index].in(text_) : std::string_view{};
    }

    /// namespace a::b {, inline namespace a {, namespace {, extern "C" {
    bool enter_scope()
    {
        std::size_t at = at_;
        std::string scope;
        if (word(at) == "extern" && word(at + 1) == "\"C\"" && word(at + 2) == "{") {
            at += 2;
        } else {
            if (word(at) == "inline") ++at;
            if (word(at) != "namespace") return false;
            for (++at; at < tokens_.size() && word(at) != "{" && word(at) != "=" && word(at) != ";"; ++at)
                scope += word(at);
        }
        if (word(at) != "{") return false;
        const std::string around = scopes_.empty() ? std::string() : scopes_.back();
        scopes_.push_back(scope.empty() ? around : around + scope + "::");
        // Each declaration has its scope's name: a megabyte of it, or of scopes in scopes, is looked at no further.
        at_ = scopes_.back().size() > most_scope_bytes || scopes_.size() > most_scopes ? tokens_.size() : at + 1;
        return true;
    }

    /// Behind the bracket that closes the one at `open`; directives in between are nobody's concern.
    [[nodiscard]] std::size_t behind_closing(std::size_t open) const
    {
        int depth = 0;
        for (std::size_t at = open; at < tokens_.size(); ++at) {
            if (tokens_[at].kind == Token::Kind::directive) continue;
            const std::string_view sign = word(at);
            if (sign == "(" || sign == "{" || sign == "[") ++depth;
            if (sign == ")" || sign == "}" || sign == "]")
                if (--depth == 0) return at + 1;
        }
        return tokens_.size();
    }

    /// Behind the > that closes the < at `open`.
    [[nodiscard]] std::size_t behind_angle(std::size_t open) const
    {
        int depth = 0;
        for (std::size_t at = open; at < tokens_.size();) {
            const std::string_view sign = word(at);
            if (sign == "(" || sign == "{" || sign == "[") {
                at = behind_closing(at);
                continue;
            }
            if (sign == ";") return at;
            if (sign == "<" || sign == "<<<") depth += static_cast<int>(sign.size());
            if (sign == ">" || sign == ">>>") depth -= static_cast<int>(sign.size());
            ++at;
            if (depth <= 0) return at;
        }
        return tokens_.size();
    }

    /// What was seen of a declaration so far.
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
        while (at_ < tokens_.size() && word(at_) != ";" &&
               word(at_) != "}")  // one of a scope closed too early: not ours
            if (take(found, seen)) return finish(found, Declaration::Kind::function);
        if (word(at_) == ";") ++at_;
        if (at_ == found.first) ++at_;  // always onwards
        finish(found, kind_of(found, seen));
    }

    /// The next word, or what is in its brackets. True behind the body of a function.
    bool take(Declaration& found, Seen& seen)
    {
        const std::string_view now = word(at_);
        if (tokens_[at_].kind == Token::Kind::directive) {
            ++at_;
        } else if (is_one_of(now, attribute_words) && word(at_ + 1) == "(") {
            at_ = behind_closing(at_ + 1);
        } else if (now == "(") {
            take_parameters(found, seen);
        } else if (now == "{") {
            const bool is_plain = !seen.is_type && !seen.has_equals && !seen.is_alias;
            const bool is_body = seen.has_parameters && is_plain && !(seen.has_colon && is_behind_a_members_name());
            if (is_body) found.body = at_;
            at_ = behind_closing(at_);
            return is_body;
        } else {
            seen.is_type = seen.is_type || (!seen.has_parameters && !seen.has_equals && is_one_of(now, type_words));
            seen.has_equals = seen.has_equals || (now == "=" && word(at_ - 1) != "operator");
            seen.has_colon = seen.has_colon || now == ":";
            ++at_;
        }
        return false;
    }

    /// The first parentheses before any "=" are those of a function's parameters, and its name stands before them.
    void take_parameters(Declaration& found, Seen& seen)
    {
        if (!seen.has_parameters && !seen.has_equals) {
            found.name = word(at_ - 1);
            found.arguments_open = at_;
            seen.has_parameters = true;
        }
        at_ = behind_closing(at_);
    }

    [[nodiscard]] Declaration::Kind kind_of(const Declaration& found, const Seen& seen) const
    {
        if (!found.is_template && word(found.first) == "template") return Declaration::Kind::instantiation;
        if (seen.is_alias) return Declaration::Kind::alias;
        if (seen.has_parameters && !seen.has_equals && is_identifier(found.name)) return Declaration::Kind::function;
        return seen.is_type ? Declaration::Kind::type : Declaration::Kind::variable;
    }

    /// In `A::A() : x{1} {` the first brace is not the body's.
    [[nodiscard]] bool is_behind_a_members_name() const
    {
        const std::string_view before = word(at_ - 1);
        constexpr std::array<std::string_view, 5> may_precede_body{")", "}", "const", "noexcept", "override"};
        return tokens_[at_ - 1].kind == Token::Kind::name && !is_one_of(before, may_precede_body);
    }

    void template_heads(Declaration& found)
    {
        while (word(at_) == "template" && word(at_ + 1) == "<") {
            const std::size_t end = behind_angle(at_ + 1);
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
    std::size_t at_ = 0;
    std::vector<std::string> scopes_;  ///< the open ones, each with those around it: "a::b::"
    std::vector<Item> items_;
};

}  // namespace

std::vector<Item> declarations(std::string_view text, const std::vector<Token>& tokens)
{
    return Parser(text, tokens).run();
}

}  // namespace spillway::catalogue
