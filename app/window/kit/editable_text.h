#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway::window {

/// Reason why the window cannot edit a text without changing its bytes, as a sentence; empty if it can. Dear ImGui's
/// field holds 16-bit characters in the versions of most distributions, and ends at a NUL.
[[nodiscard]] std::optional<std::string> why_not_editable(std::string_view text);

/// Character filter of a field: true for U+FFFD. Dear ImGui passes it in place of a typed or pasted character that the
/// field cannot hold. The field drops it, and `left_out_words` reports this.
[[nodiscard]] bool is_left_out(unsigned character);
inline constexpr const char* left_out_words =
    "A character, such as an emoji, was left out: this text field cannot hold it.";

}  // namespace spillway::window
