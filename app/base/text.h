#pragma once

#include <string_view>

namespace spillway::base {

/// Without the characters of `blanks` at its beginning and its end.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r");

}  // namespace spillway::base
