#pragma once

#include <string>
#include <string_view>

namespace spillway::base {

/// SHA-256 in hexadecimal. Folder trust and cache keys depend on it, so two texts must never share a hash.
[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace spillway::base
