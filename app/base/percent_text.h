#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway::base {

/// The text with "%20" for a blank, and so on for each byte that is not in `plain`.
[[nodiscard]] std::string percent_encoded(std::string_view text, std::string_view plain);
/// The bytes of such a text. Empty if a "%" has no two hexadecimal digits after it.
[[nodiscard]] std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace spillway::base
