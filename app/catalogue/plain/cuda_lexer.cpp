#include "app/catalogue/plain/cuda_lexer.h"

#include <algorithm>
#include <charconv>

#include "app/catalogue/plain/token_scan.h"

namespace spillway::catalogue {
namespace {

class Lexer {
public:
    explicit Lexer(std::string_view text)
        : text_(text), at_(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0)
    {
    }

    std::vector<Token> run()
    {
        while (at_ < text_.size()) step();
        return std::move(tokens_);
    }

private:
    [[nodiscard]] bool is_next(std::string_view expected) const { return text_.substr(at_).starts_with(expected); }

    void step()
    {
        const char c = text_[at_];
        if (c == '\n') {
            ++at_;
            ++line_;
            is_line_start_ = true;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\\') {
            ++at_;
        } else if (is_next("//")) {
            skip_to_line_end();
        } else if (is_next("/*")) {
            skip_to("*/", 2);
        } else if (c == '#' && is_line_start_) {
            directive();
        } else {
            is_line_start_ = false;
            word(c);
        }
    }

    void word(char c)
    {
        const std::size_t begin = at_;
        const int line = line_;
        Token::Kind kind = Token::Kind::sign;
        if (begins_name(c)) {
            kind = Token::Kind::name;
            at_ = end_of_name(text_, at_);
            const std::string_view name = text_.substr(begin, at_ - begin);
            if (at_ < text_.size() && text_[at_] == '"' && name.ends_with('R') && name.size() <= 3) {
                kind = Token::Kind::text;
                raw_string();
            }
        } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
            kind = Token::Kind::number;
            at_ = end_of_number(text_, at_);
        } else if (c == '"' || c == '\'') {
            kind = Token::Kind::text;
            at_ = end_of_quoted(text_, at_);
        } else {
            at_ += is_next("<<<") || is_next(">>>") ? 3 : is_next("::") ? 2 : 1;
        }
        tokens_.push_back({kind, begin, at_, line});
    }

    void raw_string()
    {
        constexpr std::size_t max_delimiter_bytes = 16;
        const std::size_t found = text_.substr(at_, max_delimiter_bytes + 2).find('(');
        if (found == std::string_view::npos) {
            at_ = end_of_quoted(text_, at_);
            return;
        }
        const std::size_t open = at_ + found;
        skip_to(")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"");
    }

    void skip_to_line_end()
    {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    }

    /// Skips past the next `end` after the first `begun` bytes here, or to the end of the text.
    void skip_to(const std::string& end, std::size_t begun = 1)
    {
        const std::size_t found = text_.find(end, at_ + begun);
        const std::size_t stop = found == std::string_view::npos ? text_.size() : found + end.size();
        line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                             text_.begin() + static_cast<std::ptrdiff_t>(stop), '\n'));
        at_ = stop;
    }

    /// Reads a directive to the end of its last continued line, including a comment that begins in it and ends later.
    void directive()
    {
        const std::size_t begin = at_;
        const int line = line_;
        while (at_ < text_.size() && text_[at_] != '\n') {
            if (is_next("//")) break;
            if (is_next("/*")) {
                skip_to("*/", 2);
            } else if (is_next("\\\n") || is_next("\\\r\n")) {
                at_ += text_[at_ + 1] == '\r' ? 3 : 2;
                ++line_;
            } else {
                ++at_;
            }
        }
        tokens_.push_back({Token::Kind::directive, begin, at_, line});
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    bool is_line_start_ = true;
    std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> cuda_tokens(std::string_view text)
{
    return Lexer(text).run();
}

std::vector<std::string_view> identifiers(std::string_view text)
{
    std::vector<std::string_view> names;
    for (const Token& token : cuda_tokens(text)) {
        if (token.kind == Token::Kind::name) names.push_back(token.in(text));
        if (token.kind != Token::Kind::directive) continue;
        // Skip the #, which would start a directive again.
        const std::string_view line = token.in(text).substr(1);
        for (const Token& word : cuda_tokens(line))
            if (word.kind == Token::Kind::name) names.push_back(word.in(line));
    }
    return names;
}

bool is_identifier(std::string_view text)
{
    return !text.empty() && begins_name(text.front()) && std::all_of(text.begin(), text.end(), continues_name);
}

std::optional<std::uint64_t> whole_literal(std::string_view digits)
{
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        base = 16;
        digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits.starts_with('0')) {
        base = 8;
        digits.remove_prefix(1);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    const bool is_whole = error == std::errc{} && end == digits.data() + digits.size();
    return is_whole ? std::optional(value) : std::nullopt;
}

}  // namespace spillway::catalogue
