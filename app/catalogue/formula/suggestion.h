#pragma once

#include <span>
#include <string>
#include <string_view>

namespace spillway::catalogue {

/// "did you mean \"window_size\"?" if a known name is close to the wrong one, else "known: a, b, c", with at most 20
/// names; empty without known names.
[[nodiscard]] std::string suggestion(std::string_view wrong, std::span<const std::string> known);

}  // namespace spillway::catalogue
