#pragma once

// Splits a PTX text into tokens.

#include <cstdint>
#include <string_view>

namespace spillway::ptx {

struct Token {
    enum class Kind : std::uint8_t { end, word, number, text, mark };
    Kind kind = Kind::end;
    std::string_view text;  ///< word with its dots ("ld.global.f32"), number as written, text without quotes
    int line = 1;

    [[nodiscard]] bool is(char mark) const { return kind == Kind::mark && text[0] == mark; }
    [[nodiscard]] bool is(std::string_view word) const { return kind == Kind::word && text == word; }
};

class Lexer {
public:
    explicit Lexer(std::string_view text) : rest_(text) {}
    /// Next token; `end` at the end and after it.
    [[nodiscard]] Token next();

private:
    void skip_blanks();
    Token take(Token::Kind kind, std::size_t length);

    std::string_view rest_;
    int line_ = 1;
};

}  // namespace spillway::ptx
