#include "app/ptx/lexer.h"

#include <algorithm>

namespace spillway::ptx {
namespace {

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}
bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
bool is_of_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '.';
}

}  // namespace

Token Lexer::take(Token::Kind kind, std::size_t length)
{
    const Token token{kind, rest_.substr(0, length), line_};
    line_ += static_cast<int>(std::count(token.text.begin(), token.text.end(), '\n'));
    rest_.remove_prefix(length);
    return token;
}

void Lexer::skip_blanks()
{
    while (!rest_.empty()) {
        std::size_t length = 0;
        if (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\r' || rest_[0] == '\n' || rest_[0] == '\0')
            length = 1;
        else if (rest_.starts_with("//"))
            length = std::min(rest_.find('\n'), rest_.size());
        else if (rest_.starts_with("/*"))
            length = rest_.find("*/", 2) == std::string_view::npos ? rest_.size() : rest_.find("*/", 2) + 2;
        else
            return;
        take(Token::Kind::mark, length);
    }
}

Token Lexer::next()
{
    skip_blanks();
    if (rest_.empty()) return {Token::Kind::end, {}, line_};
    const char first = rest_[0];
    const auto end_of_word =
        static_cast<std::size_t>(std::find_if_not(rest_.begin(), rest_.end(), is_of_word) - rest_.begin());
    if (is_digit(first)) {
        // 0x1F, 0f3F800000, 12U, 1.5, 1e-5
        std::size_t length = end_of_word;
        const bool has_exponent = length < rest_.size() && (rest_[length] == '-' || rest_[length] == '+') &&
                                  (rest_[length - 1] == 'e' || rest_[length - 1] == 'E') && !rest_.starts_with("0x") &&
                                  !rest_.starts_with("0f") && !rest_.starts_with("0d");
        if (has_exponent)
            for (++length; length < rest_.size() && is_digit(rest_[length]);) ++length;
        return take(Token::Kind::number, length);
    }
    if (is_letter(first) || (first == '.' && end_of_word > 1)) {
        std::size_t length = end_of_word;
        // .L1::evict_last, .shared::cluster
        while (rest_.substr(length).starts_with("::")) {
            length += 2;
            while (length < rest_.size() && is_of_word(rest_[length])) ++length;
        }
        return take(Token::Kind::word, length);
    }
    if (first == '"') {
        const std::size_t end = std::min(rest_.find('"', 1), rest_.size());
        Token token = take(Token::Kind::text, std::min(end + 1, rest_.size()));
        token.text = token.text.substr(1, end - 1);
        return token;
    }
    return take(Token::Kind::mark, 1);
}

}  // namespace spillway::ptx
