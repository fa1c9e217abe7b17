#include "app/room/room.h"

#include <utility>

#include "app/room/limits.h"

namespace spillway::room {
namespace {

model::Error wrong_phase(std::string what, std::string advice)
{
    return {std::move(what), "", std::move(advice)};
}

}  // namespace

const Voted* Room::current() const
{
    return data_.phase == Phase::waiting || data_.votes.empty() ? nullptr : &data_.votes.back();
}

const Answer* Room::answer_of(const std::string& device) const
{
    const auto found = data_.answers.find(device);
    return found == data_.answers.end() ? nullptr : &found->second;
}

void Room::begin_round()
{
    ++data_.round;
    data_.phase = Phase::open;
    data_.is_truth_shown = false;
    data_.answers.clear();
}

void Room::count(Tally tally)
{
    data_.votes.back().rounds.push_back(std::move(tally));
    data_.phase = Phase::closed;
    data_.answers.clear();
}

std::optional<model::Error> Room::open(Asked asked, judging::Truth truth)
{
    if (data_.phase == Phase::open) return wrong_phase("a question is open", "close it first");
    if (data_.votes.size() >= max_questions)
        return wrong_phase("the file of this room's votes has 200 questions", move_votes_away);
    data_.votes.push_back({std::move(asked), std::move(truth), "", {}});
    begin_round();
    return std::nullopt;
}

std::optional<model::Error> Room::close()
{
    if (data_.phase != Phase::open) return wrong_phase("no question is open", "open one");
    count(count_answers(data_.votes.back().asked, data_.answers));
    return std::nullopt;
}

std::optional<model::Error> Room::open_again()
{
    if (data_.phase != Phase::closed) return wrong_phase("no closed question is shown", "close the question first");
    if (data_.votes.back().rounds.size() >= max_rounds)
        return wrong_phase("this question has had 8 rounds", "open another one");
    begin_round();
    return std::nullopt;
}

std::optional<model::Error> Room::show_truth()
{
    if (data_.phase != Phase::closed) return wrong_phase("the question is not closed", "close it first");
    if (!data_.votes.back().truth.is_known())
        return wrong_phase("the right answer is unknown here",
                           data_.votes.back().truth.why_unknown.value_or("it has not arrived yet; try again"));
    data_.is_truth_shown = true;
    return std::nullopt;
}

std::optional<model::Error> Room::take_cards(const std::vector<std::size_t>& counts)
{
    if (data_.phase != Phase::open) return wrong_phase("no question is open", "open one");
    const Asked& asked = data_.votes.back().asked;
    if (asked.question.kind != model::QuestionKind::choice || counts.size() != asked.question.choices.size())
        return wrong_phase("cards answer questions with choices", "type one count per choice");
    Tally tally;
    for (const std::size_t count : counts) {
        if (count > max_cards) return wrong_phase("a count is above 10,000", "type the number of raised cards");
        tally.choices.push_back(count);
    }
    tally.by_hand = true;
    count(std::move(tally));
    return std::nullopt;
}

std::optional<model::Error> Room::put_away()
{
    if (data_.phase == Phase::open) return wrong_phase("a question is open", "close it first");
    data_.phase = Phase::waiting;
    return std::nullopt;
}

bool Room::take_answer(const std::string& device, std::uint64_t round, Answer answer)
{
    if (data_.phase != Phase::open || round != data_.round) return false;
    if (data_.answers.size() >= max_devices && !data_.answers.contains(device)) return false;
    data_.answers[device] = std::move(answer);
    return true;
}

void Room::set_truth(const std::string& lesson, const std::string& question, const judging::Truth& truth,
                     const std::string& gpu)
{
    for (Voted& voted : data_.votes) {
        if (lesson.empty() || voted.asked.lesson != lesson || voted.asked.question.id != question) continue;
        voted.truth = truth;
        voted.gpu = gpu;
    }
}

void Room::finish()
{
    is_over_ = true;
    if (data_.phase == Phase::open && !data_.answers.empty()) (void)close();
    data_.phase = Phase::waiting;
    data_.answers.clear();
    if (!data_.votes.empty() && data_.votes.back().rounds.empty()) data_.votes.pop_back();
}

}  // namespace spillway::room
