#pragma once

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/ptx/lexer.h"

namespace spillway::ptx {

[[nodiscard]] inline model::Error error_at(int line, const std::string& what)
{
    return {what, "PTX, line " + std::to_string(line), ""};
}

/// "there is "x" where an operand belongs".
[[nodiscard]] inline std::string misplaced(const Token& found, const std::string& expected)
{
    const bool is_end = found.kind == Token::Kind::end;
    return (is_end ? "the text ends" : "there is \"" + std::string(found.text.substr(0, 60)) + "\"") + " where " +
           expected + " belongs";
}

/// Tokens of a PTX text, one after another, and the first error of the parser.
class TokenStream {
public:
    explicit TokenStream(std::string_view text) : lexer_(text), now_(lexer_.next()) {}

    [[nodiscard]] const Token& now() const { return now_; }
    Token take()
    {
        const Token taken = now_;
        if (!failed_) now_ = lexer_.next();
        return taken;
    }
    [[nodiscard]] bool take_if(char mark)
    {
        if (!now_.is(mark)) return false;
        take();
        return true;
    }
    [[nodiscard]] bool take_if(std::string_view word)
    {
        if (!now_.is(word)) return false;
        take();
        return true;
    }
    void expect(char mark)
    {
        if (!take_if(mark)) fail(now_.line, misplaced(now_, '"' + std::string(1, mark) + '"'));
    }
    /// Takes an integer from 0 to `most`; anything else is an error, with the result 0.
    std::int64_t take_count(std::int64_t most);

    /// Records the first error only. From then on every token is `end`.
    void fail(int line, const std::string& what)
    {
        if (failed_) return;
        failed_ = error_at(line, what);
        now_ = {Token::Kind::end, {}, line};
    }
    void fail(const std::string& what) { fail(now_.line, what); }
    [[nodiscard]] const std::optional<model::Error>& failed() const { return failed_; }

private:
    Lexer lexer_;
    Token now_;
    std::optional<model::Error> failed_;
};

/// Integer as in PTX: 12, 0x1F, 017, 0b11, 12U. Empty for another text, or above 64 bits.
[[nodiscard]] std::optional<std::uint64_t> read_integer(std::string_view text);
/// Bits of a floating-point literal: 0f3F800000, 0d3FF0000000000000, 1.5; converted to double if `is_double`, else to
/// float. Empty for another text.
[[nodiscard]] std::optional<std::uint64_t> read_float(std::string_view text, bool is_double);
/// Bits of an integer, or else of a floating-point number, after an optional minus.
[[nodiscard]] std::optional<std::uint64_t> read_signed_number(std::string_view text, bool is_double, bool is_minus);

}  // namespace spillway::ptx
