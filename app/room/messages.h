#pragma once

// Messages between a page and its room: one JSON object per WebSocket message. docs/serving.md lists them.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/model/error.h"
#include "app/room/room.h"

namespace spillway::room {

// ---- from a page ----

struct AnswerMessage {
    std::uint64_t round = 0;
    std::uint64_t mark = 0;  ///< the page's number of this message; its state repeats it once the answer is stored
    SentAnswer answer;
};
/// Asks whether the server is there; it answers with the state.
struct PingMessage {};
/// Shows the presenter's token. Every message below needs it first.
struct PresentMessage {
    std::string token;
};
/// Opens a lesson's question.
struct OpenMessage {
    std::string lesson, question;
};
/// Opens a question that the lecturer typed.
struct OpenTypedMessage {
    Asked asked;
    judging::Truth truth;
};
struct CardsMessage {
    std::vector<std::size_t> counts;
};
enum class PresenterAction { close, again, truth, away };
using ClientMessage = std::variant<AnswerMessage, PingMessage, PresentMessage, OpenMessage, OpenTypedMessage,
                                   CardsMessage, PresenterAction>;

/// Reads one message; safe for any bytes. The Error is a sentence for the page's user.
[[nodiscard]] model::Expected<ClientMessage> read_message(std::string_view text);

// ---- to a page ----

/// A question of a lesson that the presenter may open.
struct LessonQuestion {
    std::string lesson_title;
    Asked asked;
};
/// Sentences of assets/misconceptions.json by id.
using Misconceptions = std::map<std::string, std::string>;

/// State of the room for one phone: the question without its answer, the phone's own answer, and the mark of its last
/// stored message.
[[nodiscard]] std::string phone_state(const Room& room, const std::string& device, std::uint64_t mark);
/// State of the room for the presenter. While a round is open it has the number of answers, not the answers.
[[nodiscard]] std::string presenter_state(const Room& room, std::size_t phones, const Misconceptions& misconceptions);
/// Phase, question and counts in one short line, for the program that started the server.
[[nodiscard]] std::string room_count(const Room& room, std::size_t phones);
/// The lessons' questions, and the room's link for phones.
[[nodiscard]] std::string questions_message(const std::vector<LessonQuestion>& questions, const std::string& link);
/// A sentence for the user, for instance why a number was not taken.
[[nodiscard]] std::string problem_message(const model::Error& error);
/// Takes an earlier sentence away.
[[nodiscard]] std::string no_problem();

}  // namespace spillway::room
