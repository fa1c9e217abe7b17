#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::lessons {

/// A lesson's code in lines of at most so many characters, as far as its words allow. Where a line is longer, comments
/// behind code move above their lines, and what is too long still goes on below, further in. Code that fits stays.
[[nodiscard]] std::vector<std::string> code_lines(std::string_view code, std::size_t most_characters);

}  // namespace spillway::lessons
