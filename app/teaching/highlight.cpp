#include "app/teaching/highlight.h"

#include <algorithm>
#include <array>

#include "app/catalogue/plain/token_scan.h"

namespace spillway::teaching {
namespace {

using namespace std::string_view_literals;

constexpr std::array keywords{
    "alignas"sv,     "alignof"sv,
    "asm"sv,         "auto"sv,
    "break"sv,       "case"sv,
    "class"sv,       "const"sv,
    "constexpr"sv,   "const_cast"sv,
    "continue"sv,    "decltype"sv,
    "default"sv,     "do"sv,
    "else"sv,        "enum"sv,
    "extern"sv,      "false"sv,
    "for"sv,         "friend"sv,
    "goto"sv,        "if"sv,
    "inline"sv,      "namespace"sv,
    "noexcept"sv,    "nullptr"sv,
    "operator"sv,    "private"sv,
    "public"sv,      "reinterpret_cast"sv,
    "return"sv,      "sizeof"sv,
    "static"sv,      "static_assert"sv,
    "static_cast"sv, "struct"sv,
    "switch"sv,      "template"sv,
    "this"sv,        "true"sv,
    "typedef"sv,     "typename"sv,
    "union"sv,       "using"sv,
    "volatile"sv,    "while"sv,
};

constexpr std::array types{
    "bool"sv,    "char"sv,   "double"sv,   "float"sv,    "half"sv,    "int"sv,       "long"sv,
    "short"sv,   "signed"sv, "unsigned"sv, "void"sv,     "size_t"sv,  "dim3"sv,      "__half"sv,
    "__half2"sv, "half2"sv,  "blockIdx"sv, "blockDim"sv, "gridDim"sv, "threadIdx"sv, "warpSize"sv,
};

using catalogue::is_digit;

/// True for a letter, a digit or an underscore.
bool is_word(char c)
{
    return catalogue::continues_name(c);
}

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// True for type names: float4, int2, uint8_t, and std's fixed-width types.
bool is_type(std::string_view word)
{
    if (contains(types, word) || word.ends_with("_t")) return true;
    if (word.size() < 4 || word.back() < '1' || word.back() > '4') return false;
    std::string_view base = word.substr(0, word.size() - 1);
    if (base.starts_with('u') && base != "unsigned") base.remove_prefix(1);
    return base == "char" || base == "short" || base == "int" || base == "long" || base == "longlong" ||
           base == "float" || base == "double";
}

/// A line while it is split; add() merges adjacent spans of the same kind.
class Line {
public:
    explicit Line(std::string_view line) : text(line) {}
    void add(std::size_t end, Token token)
    {
        if (end <= at) return;
        if (!spans.empty() && spans.back().token == token) {
            spans.back().end = static_cast<std::uint32_t>(end);
        } else {
            spans.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end), token});
        }
        at = end;
    }
    [[nodiscard]] bool at_end() const { return at >= text.size(); }
    [[nodiscard]] char now() const { return text[at]; }
    [[nodiscard]] std::string_view rest() const { return text.substr(at); }
    template <typename Accept>
    [[nodiscard]] std::size_t run(Accept accept, std::size_t from) const
    {
        while (from < text.size() && accept(text[from])) ++from;
        return from;
    }

    std::string_view text;
    std::size_t at = 0;
    std::vector<TokenSpan> spans;
};

/// Takes a comment, which looks the same in all three languages. Returns true if it took something.
bool take_comment(Line& line, bool& in_comment)
{
    if (!in_comment && line.rest().starts_with("//")) {
        line.add(line.text.size(), Token::comment);
        return true;
    }
    if (!in_comment && !line.rest().starts_with("/*")) return false;
    const std::size_t close = line.text.find("*/", line.at + (in_comment ? 0 : 2));
    in_comment = close == std::string_view::npos;
    line.add(in_comment ? line.text.size() : close + 2, Token::comment);
    return true;
}

bool take_string(Line& line)
{
    const char quote = line.now();
    if (quote != '"' && quote != '\'') return false;
    line.add(catalogue::end_of_quoted(line.text, line.at), Token::string);
    return true;
}

bool take_number(Line& line)
{
    if (!is_digit(line.now())) return false;
    line.add(catalogue::end_of_number(line.text, line.at), Token::number);
    return true;
}

void take_cuda(Line& line)
{
    if (line.now() == '#' && line.text.find_first_not_of(" \t") == line.at) {
        line.add(line.run([](char c) { return c == '#' || c == ' ' || is_word(c); }, line.at), Token::directive);
        return;
    }
    if (!is_word(line.now())) return line.add(line.at + 1, Token::plain);
    const std::size_t end = line.run(is_word, line.at);
    const std::string_view word = line.text.substr(line.at, end - line.at);
    Token token = Token::plain;
    if (contains(keywords, word)) token = Token::keyword;
    if (is_type(word)) token = Token::type;
    if (word.starts_with("__") && word.ends_with("__")) token = Token::directive;
    line.add(end, token);
}

/// True for "ld.local.v4.f32", "st.local", "cvta.local.u64", "cvta.to.local.u64".
bool is_local_word(std::string_view word)
{
    const std::size_t at = word.find(".local");
    return at != std::string_view::npos && (at + 6 == word.size() || word[at + 6] == '.');
}

void take_ptx(Line& line)
{
    const auto part = [](char c) { return is_word(c) || c == '.' || c == '$'; };
    if (line.now() == '%') return line.add(line.run(part, line.at + 1), Token::reg);
    if (!is_word(line.now()) && line.now() != '.') return line.add(line.at + 1, Token::plain);
    const std::size_t end = line.run(part, line.at);
    const std::string_view word = line.text.substr(line.at, end - line.at);
    Token token = Token::plain;
    if (word.front() == '.')
        token = Token::directive;
    else if (word.find('.') != std::string_view::npos || word == "ret" || word == "bra")
        token = Token::keyword;
    if (is_local_word(word)) token = Token::local_access;
    line.add(end, token);
}

/// True for R12, UR4, P0, RZ, PT, ignoring suffixes.
bool is_sass_register(std::string_view word)
{
    if (word == "RZ" || word == "URZ" || word == "PT" || word == "UPT") return true;
    std::size_t letters = 0;
    while (letters < word.size() &&
           (word[letters] == 'U' || word[letters] == 'R' || word[letters] == 'P' || word[letters] == 'B'))
        ++letters;
    return letters > 0 && letters <= 2 && letters < word.size() &&
           std::all_of(word.begin() + static_cast<std::ptrdiff_t>(letters), word.end(), is_digit);
}

void take_sass(Line& line)
{
    const auto part = [](char c) { return is_word(c) || c == '.'; };
    if (!is_word(line.now()) && line.now() != '.') return line.add(line.at + 1, Token::plain);
    const bool is_directive = line.now() == '.';
    const std::size_t dotted = line.run(part, line.at);
    const std::size_t end = line.run(is_word, line.at);
    const std::string_view word = line.text.substr(line.at, end - line.at);
    if (is_directive) return line.add(dotted, Token::directive);
    if (word == "LDL" || word == "STL") return line.add(dotted, Token::local_access);
    if (is_sass_register(word)) return line.add(end, Token::reg);
    const bool is_opcode = word.size() > 1 && std::all_of(word.begin(), word.end(),
                                                          [](char c) { return (c >= 'A' && c <= 'Z') || is_digit(c); });
    line.add(dotted, is_opcode ? Token::keyword : Token::plain);
}

}  // namespace

std::vector<TokenSpan> highlight(Language language, std::string_view text, bool& in_comment)
{
    Line line(text);
    while (!line.at_end()) {
        if (take_comment(line, in_comment) || take_string(line) || take_number(line)) continue;
        switch (language) {
            case Language::cuda: take_cuda(line); break;
            case Language::ptx: take_ptx(line); break;
            case Language::sass: take_sass(line); break;
        }
    }
    return std::move(line.spans);
}

}  // namespace spillway::teaching
