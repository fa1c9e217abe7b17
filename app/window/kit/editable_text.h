#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway::window {

/// Why a text cannot be edited in the window, as a sentence: it would not come back byte for byte. Dear ImGui's field
/// holds characters of 16 bits in the versions of most distributions, and ends at a NUL.
[[nodiscard]] std::optional<std::string> why_not_editable(std::string_view text);

/// For a field's character filter: whether a typed or pasted character is one that the field cannot hold. It would
/// become U+FFFD; it is left out instead, and `left_out_words` says so.
[[nodiscard]] bool is_left_out(unsigned character);
inline constexpr const char* left_out_words =
    "A character, such as an emoji, was left out: this text field cannot hold it.";

}  // namespace spillway::window
