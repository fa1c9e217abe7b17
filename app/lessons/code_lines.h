#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::lessons {

/// Wraps a lesson's code at `max_characters`. If any line is longer, trailing comments move above their lines, and
/// longer lines continue below, indented. A single word longer than the limit stays whole. Code that fits is returned
/// unchanged.
[[nodiscard]] std::vector<std::string> code_lines(std::string_view code, std::size_t max_characters);

}  // namespace spillway::lessons
