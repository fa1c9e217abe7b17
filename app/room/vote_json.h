#pragma once

// Parts of a vote as JSON, shared by the room's files and messages. The read functions are safe for any JSON and return
// false if it is not as the write functions make it.

#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/room/room.h"
#include "app/room/verdict.h"
#include "app/room/vote.h"

namespace spillway::room {

using Json = nlohmann::json;

inline constexpr std::pair<std::string_view, Phase> phase_names[] = {
    {"waiting", Phase::waiting}, {"open", Phase::open}, {"closed", Phase::closed}};
[[nodiscard]] std::string_view name_of(Phase phase);
[[nodiscard]] std::string_view name_of(model::QuestionKind kind);

[[nodiscard]] bool read_asked(const Json& object, Asked& asked);
[[nodiscard]] Json asked_json(const Asked& asked);

/// Reads the key `truth` of a question; null is an unknown one.
[[nodiscard]] bool read_truth(const Json& object, Voted& voted);
[[nodiscard]] Json truth_json(const Voted& voted);

[[nodiscard]] bool read_tally(const Json& object, const Asked& asked, Tally& tally);
[[nodiscard]] Json tally_json(const Asked& asked, const Tally& tally);

/// A choice as its index, a number as a number, a curve as its text.
[[nodiscard]] bool read_stored_answer(const Json& json, const Asked& asked, Answer& answer);
[[nodiscard]] Json stored_answer_json(const Answer& answer);

}  // namespace spillway::room
