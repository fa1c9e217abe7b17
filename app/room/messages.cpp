#include "app/room/messages.h"

#include <algorithm>
#include <cmath>

#include "app/base/visible_text.h"
#include "app/judging/number_text.h"
#include "app/learner/progress_json.h"
#include "app/room/limits.h"
#include "app/room/vote_json.h"

namespace spillway::room {
namespace {

constexpr int max_message_depth = 5;

model::Error unreadable_message()
{
    return {"the page sent a message that this room does not understand", "", "load the page again"};
}

bool read_whole_number(const Json& object, const char* key, std::uint64_t& into)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_unsigned()) return false;
    into = found->get<std::uint64_t>();
    return true;
}

bool read_index(const Json& json, std::size_t max, std::size_t& into)
{
    if (!json.is_number_unsigned() || json > max) return false;
    into = json.get<std::size_t>();
    return true;
}

using Problem = std::optional<model::Error>;

Problem read_answer_message(const Json& object, AnswerMessage& message)
{
    const auto choice = object.find("choice");
    if (choice != object.end() && !read_index(*choice, max_choices, message.answer.choice.emplace()))
        return unreadable_message();
    if (!read_whole_number(object, "round", message.round) || !read_whole_number(object, "mark", message.mark) ||
        !learner::read_text(object, "text", message.answer.text))
        return unreadable_message();
    return std::nullopt;
}

Problem read_cards(const Json& object, CardsMessage& message)
{
    const auto counts = object.find("counts");
    if (counts == object.end() || !counts->is_array() || counts->size() > max_choices) return unreadable_message();
    for (const Json& each : *counts)
        if (!read_index(each, max_cards, message.counts.emplace_back())) return unreadable_message();
    return std::nullopt;
}

Problem read_open(const Json& object, OpenMessage& message)
{
    const bool is_whole = learner::read_text(object, "lesson", message.lesson) &&
                          learner::read_text(object, "question", message.question);
    return is_whole ? Problem() : unreadable_message();
}

/// The key `right` of a typed question: a choice's index, or a number as text. May be absent.
Problem read_right(const Json& object, OpenTypedMessage& message)
{
    const auto right = object.find("right");
    if (right == object.end() || right->is_null()) return std::nullopt;
    SentAnswer sent;
    if (right->is_string())
        sent.text = right->get<std::string>();
    else if (!read_index(*right, max_choices, sent.choice.emplace()))
        return unreadable_message();
    auto answer = read_answer(message.asked, sent);
    if (!answer) return answer.error();
    message.truth.choice = answer->choice;
    message.truth.number = answer->number;
    return std::nullopt;
}

Problem read_typed(const Json& object, OpenTypedMessage& message)
{
    const model::Error refusal{"the question was not accepted", "",
                               "type a question of at most 1,000 bytes, and two to six choices or a unit"};
    model::Question& question = message.asked.question;
    if (!read_asked(object, message.asked) || question.kind == model::QuestionKind::curve) return refusal;
    message.asked.lesson.clear();
    question.id.clear();
    question.text = base::visible_text(question.text);
    question.unit = base::visible_line(question.unit);
    for (model::Option& option : question.choices) {
        option.text = base::visible_line(option.text);
        option.misconception.clear();
    }
    // Escapes make a text longer; the room's file must be readable again.
    if (!read_asked(asked_json(message.asked), message.asked)) return refusal;
    return read_right(object, message);
}

Problem read_action(const std::string& word, PresenterAction& action)
{
    static constexpr std::pair<std::string_view, PresenterAction> actions[] = {{"close", PresenterAction::close},
                                                                               {"again", PresenterAction::again},
                                                                               {"truth", PresenterAction::truth},
                                                                               {"away", PresenterAction::away}};
    for (const auto& [name, value] : actions)
        if (name == word) {
            action = value;
            return std::nullopt;
        }
    return unreadable_message();
}

/// Reads the object into the message of its kind.
Problem read_message_of_kind(const Json& object, const std::string& word, ClientMessage& into)
{
    if (word == "answer") return read_answer_message(object, into.emplace<AnswerMessage>());
    if (word == "ping") return into.emplace<PingMessage>(), Problem();
    if (word == "cards") return read_cards(object, into.emplace<CardsMessage>());
    if (word == "open") return read_open(object, into.emplace<OpenMessage>());
    if (word == "open_typed") return read_typed(object, into.emplace<OpenTypedMessage>());
    if (word != "present") return read_action(word, into.emplace<PresenterAction>());
    return learner::read_text(object, "token", into.emplace<PresentMessage>().token) ? Problem() : unreadable_message();
}

Json question_json(const Asked& asked)
{
    Json json = asked_json(asked);
    if (json.contains("choices"))
        for (Json& choice : json["choices"]) choice.erase("misconception");  // a phone must not see it
    return json;
}

Json verdict_json(const Voted& voted, const Tally& tally, const Misconceptions& misconceptions)
{
    static constexpr std::pair<Hint, const char*> hints[] = {
        {Hint::none, "none"}, {Hint::explain, "explain"}, {Hint::discuss, "discuss"}, {Hint::go_on, "go_on"}};
    const auto verdict = judge_round(voted.asked, voted.truth, tally);
    if (!verdict) return {};
    const auto found_misconception = misconceptions.find(verdict->misconception);
    return {
        {"right", verdict->right},
        {"share", verdict->share()},
        {"hint", std::ranges::find(hints, verdict->hint, &std::pair<Hint, const char*>::first)->second},
        {"wrong", verdict->commonest_wrong},
        {"wrong_count", verdict->commonest_count},
        {"misconception", found_misconception == misconceptions.end() ? std::string() : found_misconception->second}};
}

Json points_json(const judging::Curve& curve)
{
    Json points = Json::array();
    for (const auto& [x, y] : curve) points.push_back({x, y});
    return points;
}

Json curves_json(const Tally& tally)
{
    Json json{{"curves", Json::array()}, {"band", Json::array()}};
    for (const judging::Curve& curve : tally.curves) json["curves"].push_back(points_json(curve));
    for (const BandPoint& point : band_of(tally))
        json["band"].push_back({point.x, point.low, point.middle, point.high});
    return json;
}

/// The right answer, as the projector shows it.
Json shown_truth_json(const Voted& voted)
{
    const model::Question& question = voted.asked.question;
    const std::string text = judging::truth_text(question, voted.truth);
    return {{"text", text}, {"why", question.why}, {"gpu", voted.gpu}, {"curve", points_json(voted.truth.curve)}};
}

Json results_json(const Voted& voted, bool is_truth_shown, const Misconceptions& misconceptions)
{
    const judging::Truth hidden;
    Json json{{"rounds", Json::array()}, {"bars", Json::array()}};
    for (const Tally& tally : voted.rounds) {
        Json round = curves_json(tally);
        round["answers"] = tally.answers();
        round["by_hand"] = tally.by_hand;
        round["verdict"] = verdict_json(voted, tally, misconceptions);
        if (!is_truth_shown && !round["verdict"].is_null())
            round["verdict"] = {{"hint", round["verdict"]["hint"]}};  // the projector must not name the answer yet
        json["rounds"].push_back(std::move(round));
    }
    for (const Bar& bar : bars_of(voted.asked, is_truth_shown ? voted.truth : hidden, voted.rounds))
        json["bars"].push_back({{"label", bar.label}, {"counts", bar.counts}, {"right", bar.is_right}});
    if (is_truth_shown) json["truth"] = shown_truth_json(voted);
    return json;
}

std::string capitalized(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string text_of(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

model::Expected<ClientMessage> read_message(std::string_view text)
{
    if (text.size() > max_message_bytes) return unreadable_message();
    const Json object = learner::parse_bounded(text, max_message_depth);
    std::string word;
    if (!object.is_object() || !learner::read_text(object, "do", word)) return unreadable_message();
    ClientMessage message;
    if (auto problem = read_message_of_kind(object, word, message)) return *problem;
    return message;
}

std::string phone_state(const Room& room, const std::string& device, std::uint64_t mark)
{
    Json json{{"is", "state"}, {"phase", name_of(room.data().phase)}, {"round", room.data().round}, {"mark", mark}};
    if (room.is_over()) json["is_over"] = true;
    if (const Voted* current = room.current()) {
        json["question"] = question_json(current->asked);
        if (const Answer* mine = room.answer_of(device))
            json["mine"] = {{"choice", mine->choice ? Json(*mine->choice) : Json()},
                            {"text", answer_text(current->asked, *mine)}};
    }
    return text_of(json);
}

std::string presenter_state(const Room& room, std::size_t phones, const Misconceptions& misconceptions)
{
    const RoomData& data = room.data();
    Json json{{"is", "presenter"},
              {"phase", name_of(data.phase)},
              {"round", data.round},
              {"phones", phones},
              {"answered", data.answers.size()}};
    if (room.is_over()) json["is_over"] = true;
    const Voted* current = room.current();
    if (current == nullptr) return text_of(json);
    json["question"] = question_json(current->asked);
    json["rounds"] = current->rounds.size();
    json["has_truth"] = current->truth.is_known();
    json["why_unknown"] = current->truth.why_unknown.value_or("");
    if (data.phase == Phase::closed) json["results"] = results_json(*current, data.is_truth_shown, misconceptions);
    return text_of(json);
}

std::string room_count(const Room& room, std::size_t phones)
{
    const RoomData& data = room.data();
    const Voted* current = room.current();
    return text_of({{"is", "count"},
                    {"phase", name_of(data.phase)},
                    {"lesson", current == nullptr ? "" : current->asked.lesson},
                    {"question", current == nullptr ? "" : current->asked.question.id},
                    {"phones", phones},
                    {"answered", data.answers.size()}});
}

std::string questions_message(const std::vector<LessonQuestion>& questions, const std::string& link)
{
    Json json{{"is", "questions"}, {"link", link}, {"questions", Json::array()}};
    for (const LessonQuestion& each : questions)
        json["questions"].push_back({{"lesson", each.asked.lesson},
                                     {"title", each.lesson_title},
                                     {"question", each.asked.question.id},
                                     {"text", each.asked.question.text},
                                     {"kind", name_of(each.asked.question.kind)}});
    return text_of(json);
}

std::string no_problem()
{
    return text_of({{"is", "problem"}, {"text", ""}});
}

std::string problem_message(const model::Error& error)
{
    std::string text = capitalized(error.what) + ".";
    if (!error.advice.empty()) text += " " + capitalized(error.advice) + ".";
    return text_of({{"is", "problem"}, {"text", text}});
}

}  // namespace spillway::room
