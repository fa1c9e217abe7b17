#pragma once

#include <string>
#include <string_view>

namespace spillway::base {

/// Removes the characters of `blanks` from both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r");

/// Text of a file as any editor writes it: drops a byte order mark at its beginning, and turns \r\n into \n.
[[nodiscard]] std::string with_plain_line_ends(std::string_view text);

}  // namespace spillway::base
