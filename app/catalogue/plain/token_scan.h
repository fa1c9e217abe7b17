#pragma once

// Token ends of C++, PTX and SASS, for scanning and syntax colouring.

#include <cstddef>
#include <string_view>

namespace spillway::catalogue {

[[nodiscard]] constexpr bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool begins_name(char c)
{
    constexpr unsigned char first_beyond_ascii = 0x80;  // letters in UTF-8
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= first_beyond_ascii;
}
[[nodiscard]] constexpr bool continues_name(char c)
{
    return begins_name(c) || is_digit(c);
}

/// Position after the name, number or quoted text that begins at `at`. A number includes a sign after an exponent's
/// letter, and ' between digits. An unclosed quote ends with its line.
[[nodiscard]] std::size_t end_of_name(std::string_view text, std::size_t at);
[[nodiscard]] std::size_t end_of_number(std::string_view text, std::size_t at);
[[nodiscard]] std::size_t end_of_quoted(std::string_view text, std::size_t at);

}  // namespace spillway::catalogue
