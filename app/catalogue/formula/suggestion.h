#pragma once

#include <span>
#include <string>
#include <string_view>

namespace spillway::catalogue {

/// "did you mean \"window_size\"?" where one of the known names is close to the wrong one, else
/// "known are a, b, c" (or nothing where there are none).
[[nodiscard]] std::string suggestion(std::string_view wrong, std::span<const std::string> known);

}  // namespace spillway::catalogue
