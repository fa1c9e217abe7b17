#include "app/compiler/causes/local_variables.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/catalogue/plain/cuda_lexer.h"

namespace spillway::compiler {
namespace {

using catalogue::Token;

/// True for the first word of a statement that declares no local variable.
bool declares_nothing(std::string_view word)
{
    constexpr std::string_view words[] = {
        "return", "if",     "else",     "for",    "while", "do",       "switch", "case",    "default",    "goto",
        "break",  "static", "continue", "extern", "using", "typedef",  "delete", "throw",   "__shared__", "asm",
        "struct", "class",  "union",    "enum",   "new",   "template", "public", "private", "operator",   "namespace"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

class Reader {
public:
    Reader(std::string_view text, std::vector<Token> tokens) : text_(text), tokens_(std::move(tokens)) {}

    std::vector<LocalVariable> run()
    {
        for (at_ = 0; at_ < tokens_.size(); ++at_) step();
        return std::move(found_);
    }

private:
    struct Level {
        bool is_code = false;
        int parentheses = 0;  ///< open parentheses at the opening brace
    };

    [[nodiscard]] std::string_view word(std::size_t i) const
    {
        return i < tokens_.size() ? tokens_[i].in(text_) : std::string_view();
    }
    [[nodiscard]] bool is_name(std::size_t i) const
    {
        return i < tokens_.size() && tokens_[i].kind == Token::Kind::name;
    }
    [[nodiscard]] bool in_code() const { return !levels_.empty() && levels_.back().is_code; }

    void step()
    {
        const std::string_view sign = word(at_);
        if (tokens_[at_].kind == Token::Kind::directive) return begin_line(at_ + 1);
        if (sign == "(") ++parentheses_;
        if (sign == ")") parentheses_ = std::max(0, parentheses_ - 1);
        if (sign == "{") return open();
        if (sign == "}") return close();
        if (sign == ";" && (levels_.empty() || parentheses_ == levels_.back().parentheses)) begin_statement(at_ + 1);
    }

    void open()
    {
        // A body follows a parenthesis or is inside code; members of a type or a namespace do not.
        bool is_type = false, is_body = in_code();
        for (std::size_t i = signature_; i < at_; ++i) {
            is_type = is_type || word(i) == "struct" || word(i) == "class" || word(i) == "union" || word(i) == "enum";
            is_body = is_body || word(i) == ")";
        }
        // `template <class T> __device__ void f(T t) {` contains a type keyword and a body; `struct S {` has no
        // parenthesis.
        const bool has_parenthesis = std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(signature_),
                                                 tokens_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                 [&](const Token& token) { return token.in(text_) == ")"; });
        levels_.push_back({is_body && (has_parenthesis || !is_type), parentheses_});
        begin_statement(at_ + 1);
    }

    void close()
    {
        const bool is_type = !levels_.empty() && !levels_.back().is_code;
        if (!levels_.empty()) {
            parentheses_ = levels_.back().parentheses;
            levels_.pop_back();
        }
        begin_statement(at_ + 1);
        // `union Key { ... } key;` in a function
        if (is_type && in_code() && is_name(at_ + 1) && follows_declarator(at_ + 2)) read_declarators(at_ + 1, false);
    }

    void begin_statement(std::size_t first)
    {
        signature_ = first;
        begin_line(first);
    }

    /// A declaration may follow a directive, as in `#pragma unroll`.
    void begin_line(std::size_t first)
    {
        if (in_code()) read_declaration(first);
    }

    /// Index of the first declared name after `const unsigned int`, `State<Count>` or `alignas(16) half2`; 0 if there
    /// is none.
    [[nodiscard]] std::size_t after_type(std::size_t i) const
    {
        std::size_t names = 0;
        while (i < tokens_.size()) {
            if (word(i) == "alignas" && word(i + 1) == "(") {
                i = after_closing(i + 1, "(", ")");
            } else if (is_name(i) && !declares_nothing(word(i))) {
                // thrust::sequence(...) is a call.
                const bool is_declared = names > 0 && word(i - 1) != "::" && word(i) != "const" &&
                                         word(i) != "constexpr" && follows_declarator(i + 1);
                if (is_declared) return i;
                ++names;
                ++i;
            } else if (word(i) == "<" && names > 0) {
                i = after_closing(i, "<", ">");
            } else if (word(i) == "::" || (word(i) == "*" && names > 0)) {
                ++i;
            } else {
                return 0;
            }
        }
        return 0;
    }

    [[nodiscard]] bool follows_declarator(std::size_t i) const
    {
        const std::string_view next = word(i);
        if (next == "(") return is_initializer(i);
        return next == "[" || next == ";" || next == "," || next == "{" || (next == "=" && word(i + 1) != "=");
    }

    /// True for `(in[0]);` and `(1), b(2);` after a name, as in `Disc d(in[0]);`.
    [[nodiscard]] bool is_initializer(std::size_t open) const
    {
        const std::string_view after = word(after_closing(open, "(", ")"));
        return word(open + 1) != ")" && (after == ";" || after == ",");
    }

    /// Index after the bracket that closes the one at i, within one statement; the end if there is none.
    [[nodiscard]] std::size_t after_closing(std::size_t i, std::string_view opening, std::string_view closing) const
    {
        int depth = 0;
        for (; i < tokens_.size() && word(i) != ";"; ++i) {
            if (word(i) == opening) ++depth;
            if (word(i) == closing && --depth == 0) return i + 1;
        }
        return tokens_.size();
    }

    /// Byte after a declared name and its [...].
    [[nodiscard]] std::size_t declarator_end(std::size_t name) const
    {
        std::size_t behind = name + 1;
        while (word(behind) == "[") behind = after_closing(behind, "[", "]");
        return tokens_[behind - 1].end;
    }

    void read_declaration(std::size_t first)
    {
        const std::size_t name = after_type(first);
        bool has_typename = false;
        for (std::size_t i = first; i < name; ++i) has_typename = has_typename || word(i) == "typename";
        read_declarators(name, has_typename);
    }

    /// `name` is the first declared name's token; 0: none.
    void read_declarators(std::size_t name, bool has_typename)
    {
        const std::size_t begin = found_.size();
        while (name != 0 && is_name(name) && follows_declarator(name + 1)) {
            found_.push_back({std::string(word(name)), tokens_[name].line, tokens_[name].end, 0, word(name + 1) == "[",
                              0, declarator_end(name), has_typename});
            name = next_declarator(name + 1, begin);
        }
        if (name != 0) keep_first(name, begin);
    }

    /// Keeps only the first variable of `auto k = scale<T, 4>;`, whose template arguments look like declarators.
    void keep_first(std::size_t i, std::size_t begin)
    {
        if (found_.size() == begin) return;
        found_.resize(begin + 1);
        while (i < tokens_.size() && word(i) != ";" && word(i) != "{" && word(i) != "}") ++i;
        if (word(i) == ";")
            found_[begin].statement_end = tokens_[i].end;
        else
            found_.resize(begin);
    }

    /// Index after the next comma outside brackets. 0 at the semicolon, which ends the variables declared since
    /// `begin`.
    [[nodiscard]] std::size_t next_declarator(std::size_t i, std::size_t begin)
    {
        int depth = 0;
        for (; i < tokens_.size(); ++i) {
            const std::string_view sign = word(i);
            if (sign == "(" || sign == "[" || sign == "{") ++depth;
            if ((sign == ")" || sign == "]" || sign == "}") && --depth < 0) break;
            if (depth > 0) continue;
            if (sign == ",") return word(i + 1) == "*" ? i + 2 : i + 1;
            if (sign != ";") continue;
            for (std::size_t v = begin; v < found_.size(); ++v) found_[v].statement_end = tokens_[i].end;
            return 0;
        }
        found_.resize(begin);  // a loop's head, or no declaration
        return 0;
    }

    std::string_view text_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::size_t signature_ = 0;  ///< begin of the statement; a directive does not end it
    int parentheses_ = 0;
    std::vector<Level> levels_;
    std::vector<LocalVariable> found_;
};

/// The word after `#`; empty for other tokens.
std::string_view directive_word(std::string_view text, const Token& token)
{
    if (token.kind != Token::Kind::directive) return {};
    const std::string_view line = token.in(text);
    const auto begin = std::min(line.find_first_not_of(" \t", 1), line.size());
    return line.substr(begin, line.find_first_not_of("abcdefghijklmnopqrstuvwxyz", begin) - begin);
}

/// Tokens with one branch of each `#if`, the first or the last: both may open a brace that one shared brace closes.
std::vector<Token> one_branch(std::string_view text, const std::vector<Token>& tokens, bool is_last)
{
    std::vector<bool> is_dropped(tokens.size(), false);
    std::vector<std::vector<std::size_t>> open;  // tokens of the #if, #elif and #else of each level
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string_view word = directive_word(text, tokens[i]);
        if (word.starts_with("if")) open.push_back({i});
        if (word.starts_with("el") && !open.empty()) open.back().push_back(i);
        if (word != "endif" || open.empty()) continue;
        const std::vector<std::size_t> marks = std::move(open.back());
        open.pop_back();
        if (marks.size() == 1) continue;
        const std::size_t first = is_last ? marks.front() : marks[1], last = is_last ? marks.back() : i;
        for (std::size_t dropped = first; dropped < last; ++dropped) is_dropped[dropped] = true;
    }
    std::vector<Token> kept;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (!is_dropped[i]) kept.push_back(tokens[i]);
    return kept;
}

}  // namespace

std::vector<LocalVariable> find_local_variables(std::string_view text)
{
    const std::vector<Token> tokens = catalogue::cuda_tokens(text);
    std::vector<LocalVariable> found = Reader(text, tokens).run();
    const bool has_branches =
        std::ranges::any_of(tokens, [&](const Token& token) { return directive_word(text, token).starts_with("el"); });
    if (!has_branches) return found;
    for (const bool is_last : {false, true}) {
        std::vector<LocalVariable> more = Reader(text, one_branch(text, tokens, is_last)).run();
        std::ranges::move(more, std::back_inserter(found));
    }
    std::ranges::stable_sort(found, {}, &LocalVariable::name_end);
    const auto ends_alike = [](const LocalVariable& one, const LocalVariable& other) {
        return one.name_end == other.name_end;
    };
    found.erase(std::unique(found.begin(), found.end(), ends_alike), found.end());
    return found;
}

}  // namespace spillway::compiler
