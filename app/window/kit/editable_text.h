#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway::window {

/// Why a text cannot be edited in the window, as a sentence: it would not come back byte for byte. Dear ImGui's field
/// holds characters of 16 bits in the versions of most distributions, and ends at a NUL.
[[nodiscard]] std::optional<std::string> why_not_editable(std::string_view text);

}  // namespace spillway::window
