#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spillway::base {

/// Words of a command line as a shell splits them: at blanks, with "..." and '...' and backslashes.
[[nodiscard]] std::vector<std::string> command_words(std::string_view text);
/// Whether a quote in a command line does not close.
[[nodiscard]] bool has_open_quote(std::string_view text);

}  // namespace spillway::base
