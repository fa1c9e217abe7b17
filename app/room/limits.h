#pragma once

#include <cstddef>

namespace spillway::room {

// Bounds of a room. docs/security.md lists them.
inline constexpr std::size_t max_clients = 500;             ///< WebSockets at the same time
inline constexpr std::size_t max_connections = 1000;        ///< with those that only load a page
inline constexpr std::size_t max_devices = 500;             ///< answers in one round
inline constexpr std::size_t max_devices_of_machine = 400;  ///< of these from one address, so that others have a place
inline constexpr std::size_t max_message_bytes = 64 << 10;  ///< from a client
inline constexpr double messages_per_second = 20;           ///< from a client, on average
inline constexpr double max_messages_at_once = 40;          ///< from a client that was silent before
inline constexpr double room_seconds = 12 * 3600;           ///< a room ends after this time
inline constexpr double max_unsent_seconds = 20;            ///< a client that takes no data for so long is dropped
inline constexpr std::size_t max_lines = 32;                ///< in one message of a page
inline constexpr std::size_t max_open_questions = 64;       ///< of one page, without an answer
inline constexpr std::size_t max_unsent_bytes = 64 << 10;   ///< a page with more gets no turn until it has read them
inline constexpr std::size_t max_unsent_bytes_in_all = 64 << 20;  ///< above, the client with the most is dropped
inline constexpr std::size_t max_known_bytes = 32 << 20;          ///< answers kept for the next page that asks the same
inline constexpr std::size_t max_own_bytes = 40 << 10;            ///< of a page's own kernel.cu
inline constexpr std::size_t max_own_texts = 2;                   ///< of one page; a newer one replaces the oldest
inline constexpr std::size_t max_own_texts_in_all = 512;          ///< with so many, further texts are refused
inline constexpr std::size_t max_stopped_kernels = 2;             ///< of one page: then its own lines are refused
inline constexpr std::size_t max_questions = 200;                 ///< in one file of votes
inline constexpr std::size_t max_rounds = 8;                      ///< of one question
inline constexpr std::size_t max_choices = 6;                     ///< of one question
inline constexpr std::size_t max_question_bytes = 1000;           ///< text of a question or of a choice
inline constexpr std::size_t max_unit_bytes = 40;                 ///< unit of a number question
inline constexpr std::size_t max_drawn_points = 64;               ///< of one drawn curve
inline constexpr std::size_t max_votes_bytes = 32 << 20;          ///< file of votes, and the state of a running room
/// Advice at the two bounds of the votes file.
inline constexpr const char* move_votes_away = "move that file away and start again, or name another room with --room";
inline constexpr std::size_t max_cards = 10'000;  ///< counted by hand for one choice

}  // namespace spillway::room
