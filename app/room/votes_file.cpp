#include "app/room/votes_file.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/learner/progress_json.h"
#include "app/room/limits.h"
#include "app/room/secrets.h"
#include "app/room/vote_json.h"

namespace spillway::room {
namespace {

constexpr int max_votes_depth = 10;

model::Error no_votes(const std::string& what)
{
    return {what + " is not as Spillway writes it", "", "name another room with --room, or move the file away"};
}

/// The parsed object if it is one of this kind and format.
model::Expected<Json> parse_kind(std::string_view text, const char* kind)
{
    if (text.size() > max_votes_bytes) return model::Error{"it is larger than 32 MiB", "", move_votes_away};
    Json parsed = learner::parse_bounded(text, max_votes_depth);
    if (!parsed.is_object() || parsed.value("spillway", Json()) != kind || parsed.value("format", Json()) != 1)
        return no_votes("the file");
    return parsed;
}

bool read_rounds(const Json& object, Voted& voted, bool may_be_empty)
{
    const auto rounds = object.find("rounds");
    if (rounds == object.end() || !rounds->is_array() || rounds->size() > max_rounds ||
        (rounds->empty() && !may_be_empty))
        return false;
    return std::all_of(rounds->begin(), rounds->end(),
                       [&](const Json& each) { return read_tally(each, voted.asked, voted.rounds.emplace_back()); });
}

/// Only the last question of a running room may have no round yet.
model::Expected<std::vector<Voted>> read_questions(const Json& object, bool may_last_be_empty)
{
    const auto questions = object.find("questions");
    if (questions == object.end() || !questions->is_array() || questions->size() > max_questions)
        return no_votes("the list of questions");
    std::vector<Voted> votes;
    for (const Json& each : *questions) {
        Voted& voted = votes.emplace_back();
        const bool is_last = votes.size() == questions->size();
        if (!each.is_object() || !read_asked(each, voted.asked) || !read_truth(each, voted) ||
            !read_rounds(each, voted, may_last_be_empty && is_last))
            return no_votes("question " + std::to_string(votes.size()));
    }
    return votes;
}

Json voted_json(const Voted& voted)
{
    Json json = asked_json(voted.asked);
    json["truth"] = truth_json(voted);
    json["rounds"] = Json::array();
    for (const Tally& tally : voted.rounds) {
        Json round = tally_json(voted.asked, tally);
        const auto verdict = judge_round(voted.asked, voted.truth, tally);
        round["answers"] = tally.answers();
        round["right"] = verdict ? Json(verdict->right) : Json();
        json["rounds"].push_back(std::move(round));
    }
    return json;
}

bool read_phase(const Json& object, RoomData& data)
{
    const auto phase = object.find("phase");
    if (phase == object.end()) return false;
    for (const auto& [name, value] : phase_names)
        if (*phase == name) {
            data.phase = value;
            return true;
        }
    return false;
}

bool read_open_answers(const Json& object, RoomData& data)
{
    const auto answers = object.find("answers");
    if (answers == object.end() || !answers->is_object() || answers->size() > max_devices) return false;
    if (data.phase != Phase::open) return answers->empty();
    return std::all_of(answers->items().begin(), answers->items().end(), [&](const auto& item) {
        return is_token(item.key()) &&
               read_stored_answer(item.value(), data.votes.back().asked, data.answers[item.key()]);
    });
}

/// Only an open question may have no round yet, and only a waiting room may have no question.
bool is_consistent(const RoomData& data)
{
    if (data.phase != Phase::waiting && data.votes.empty()) return false;
    return data.phase == Phase::open || data.votes.empty() || !data.votes.back().rounds.empty();
}

template <typename Whole>
bool read_whole(const Json& object, const char* key, Whole& into)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer() || (found->is_number_integer() && *found < 0))
        return false;
    into = found->get<Whole>();
    return *found == into;
}

bool read_links(const Json& object, RoomLinks& links)
{
    const auto found = object.find("links");
    if (found == object.end()) return true;
    return found->is_object() && learner::read_text(*found, "room", links.room) &&
           learner::read_text(*found, "presenter", links.presenter) && learner::read_text(*found, "page", links.page);
}

}  // namespace

model::Expected<std::vector<Voted>> parse_votes(std::string_view text)
{
    const auto parsed = parse_kind(text, "votes");
    if (!parsed) return parsed.error();
    return read_questions(*parsed, false);
}

std::string print_votes(const std::vector<Voted>& votes)
{
    Json json{{"spillway", "votes"}, {"format", 1}, {"questions", Json::array()}};
    for (const Voted& voted : votes)
        if (!voted.rounds.empty()) json["questions"].push_back(voted_json(voted));
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

model::Expected<RoomData> parse_room(std::string_view text)
{
    const auto parsed = parse_kind(text, "room");
    if (!parsed) return parsed.error();
    RoomData data;
    auto votes = read_questions(*parsed, true);
    if (!votes) return votes.error();
    data.votes = std::move(*votes);
    if (!learner::read_text(*parsed, "code", data.code) || !is_room_code(data.code) ||
        !learner::read_text(*parsed, "presenter", data.presenter) || !is_token(data.presenter) ||
        !read_whole(*parsed, "began", data.began) || !read_whole(*parsed, "round", data.round) ||
        !learner::read_flag(*parsed, "truth_shown", data.is_truth_shown) || !read_phase(*parsed, data) ||
        !is_consistent(data) || !read_open_answers(*parsed, data))
        return no_votes("the state of the room");
    if (!read_links(*parsed, data.links)) return no_votes("the links");
    return data;
}

std::string print_room(const RoomData& data)
{
    Json json{{"spillway", "room"},
              {"format", 1},
              {"code", data.code},
              {"presenter", data.presenter},
              {"began", data.began},
              {"round", data.round},
              {"phase", name_of(data.phase)},
              {"truth_shown", data.is_truth_shown},
              {"links", {{"room", data.links.room}, {"presenter", data.links.presenter}, {"page", data.links.page}}},
              {"answers", Json::object()},
              {"questions", Json::array()}};
    for (const auto& [device, answer] : data.answers) json["answers"][device] = stored_answer_json(answer);
    for (const Voted& voted : data.votes) json["questions"].push_back(voted_json(voted));
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace spillway::room
