#pragma once

#include <string_view>

namespace spillway::base {

/// Removes the characters of `blanks` from both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r");

}  // namespace spillway::base
