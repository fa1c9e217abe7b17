#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace spillway::teaching {

enum class Token : std::uint8_t { plain, keyword, type, comment, number, string, directive, reg, local_access };

/// Bytes [begin, end) of one line, drawn in one colour.
struct TokenSpan {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Token token = Token::plain;
    friend bool operator==(const TokenSpan&, const TokenSpan&) = default;
};

enum class Language : std::uint8_t { cuda, ptx, sass };

/// Splits one line into coloured spans that cover it completely, in order. `in_comment` tells whether the line starts
/// inside a /* comment */; on return, whether the next line does.
[[nodiscard]] std::vector<TokenSpan> highlight(Language language, std::string_view line, bool& in_comment);

}  // namespace spillway::teaching
