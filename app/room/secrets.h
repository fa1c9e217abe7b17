#pragma once

#include <string>
#include <string_view>

namespace spillway::room {

/// Code in a room's link: 50 random bits as ten characters without I, L, O and U. Empty if the system has no
/// randomness.
[[nodiscard]] std::string new_room_code();
[[nodiscard]] bool is_room_code(std::string_view text);

/// Token of the presenter or of a device: 128 random bits as 32 hexadecimal digits. Empty if the system has no
/// randomness.
[[nodiscard]] std::string new_token();
[[nodiscard]] bool is_token(std::string_view text);

/// Compares two secrets. The time depends on their lengths only.
[[nodiscard]] bool is_same_secret(std::string_view given, std::string_view secret);

}  // namespace spillway::room
