#pragma once

#include <string>
#include <string_view>

namespace spillway::base {

/// SHA-256 in hexadecimal: folders are trusted and answers known by it, so two texts must never share one.
[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace spillway::base
