#include "app/room/vote.h"

#include <algorithm>
#include <numeric>

#include "app/judging/number_text.h"
#include "app/room/limits.h"

namespace spillway::room {
namespace {

model::Expected<Answer> read_choice(const Asked& asked, const SentAnswer& sent)
{
    if (!sent.choice || *sent.choice >= asked.question.choices.size())
        return model::Error{"this question has no such choice", "", "load the page again"};
    Answer answer;
    answer.choice = sent.choice;
    return answer;
}

model::Expected<Answer> read_typed_number(const Asked& asked, const SentAnswer& sent)
{
    const auto number = judging::read_number(sent.text, asked.question.unit);
    if (!number) return number.error();
    Answer answer;
    answer.number = *number;
    return answer;
}

model::Expected<Answer> read_drawing(const Asked& asked, const SentAnswer& sent)
{
    const auto curve = judging::parse_curve(sent.text);
    if (!curve) return curve.error();
    Answer answer;
    for (const auto& [x, y] : judging::thinned(*curve, max_drawn_points)) {
        if (x < asked.axis.first || x > asked.axis.last) continue;
        answer.curve[x] = std::clamp(y, asked.question.curve.least, asked.question.curve.most);
    }
    if (answer.curve.size() < 2) return model::Error{"the curve needs two points", "", "draw from left to right"};
    return answer;
}

}  // namespace

model::Expected<Answer> read_answer(const Asked& asked, const SentAnswer& sent)
{
    switch (asked.question.kind) {
        case model::QuestionKind::choice: return read_choice(asked, sent);
        case model::QuestionKind::number: return read_typed_number(asked, sent);
        case model::QuestionKind::curve: break;
    }
    return read_drawing(asked, sent);
}

std::string answer_text(const Asked& asked, const Answer& answer)
{
    if (answer.number) return judging::quantity_text(*answer.number, asked.question.unit);
    return answer.curve.empty() ? std::string() : judging::to_text(answer.curve);
}

std::size_t Tally::answers() const
{
    std::size_t all = std::accumulate(choices.begin(), choices.end(), curves.size());
    for (const auto& [number, count] : numbers) all += count;
    return all;
}

Tally count_answers(const Asked& asked, const std::map<std::string, Answer>& answers)
{
    Tally tally;
    tally.choices.resize(asked.question.choices.size());
    for (const auto& [device, answer] : answers) {
        if (answer.choice && *answer.choice < tally.choices.size()) ++tally.choices[*answer.choice];
        if (answer.number) ++tally.numbers[*answer.number];
        if (!answer.curve.empty()) tally.curves.push_back(answer.curve);
    }
    std::sort(tally.curves.begin(), tally.curves.end());
    return tally;
}

}  // namespace spillway::room
