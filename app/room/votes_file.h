#pragma once

// The two files of a room. NAME.spillway-votes has questions, rounds and counts; NAME.spillway-room has the state of a
// running room, and disappears with it. docs/serving.md describes the keys.

#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/room/room.h"

namespace spillway::room {

inline constexpr const char* votes_ending = ".spillway-votes";
inline constexpr const char* state_ending = ".spillway-room";

/// Reads a file of votes; safe for any text. A question has at least one round.
[[nodiscard]] model::Expected<std::vector<Voted>> parse_votes(std::string_view text);
/// Leaves out questions without a closed round.
[[nodiscard]] std::string print_votes(const std::vector<Voted>& votes);

/// Reads the state of a running room; safe for any text.
[[nodiscard]] model::Expected<RoomData> parse_room(std::string_view text);
[[nodiscard]] std::string print_room(const RoomData& data);

}  // namespace spillway::room
