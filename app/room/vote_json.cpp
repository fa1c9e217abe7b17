#include "app/room/vote_json.h"

#include <algorithm>
#include <cmath>

#include "app/learner/progress_json.h"
#include "app/room/limits.h"

namespace spillway::room {
namespace {

constexpr std::pair<std::string_view, model::QuestionKind> kind_names[] = {{"number", model::QuestionKind::number},
                                                                           {"choice", model::QuestionKind::choice},
                                                                           {"curve", model::QuestionKind::curve}};
constexpr std::size_t max_name_bytes = 200;
constexpr double max_count = 1e6;

bool read_bounded(const Json& object, const char* key, std::string& into, std::size_t max_bytes)
{
    return learner::read_text(object, key, into) && into.size() <= max_bytes;
}

bool read_finite(const Json& json, double& into)
{
    if (!json.is_number()) return false;
    into = json.get<double>();
    return std::isfinite(into);
}

bool read_finite(const Json& object, const char* key, double& into)
{
    const auto found = object.find(key);
    return found != object.end() && read_finite(*found, into);
}

bool read_count(const Json& json, std::size_t& into)
{
    if (!json.is_number_integer() || json < 0 || json > max_count) return false;
    into = json.get<std::size_t>();
    return true;
}

bool read_kind(const Json& object, model::QuestionKind& into)
{
    const auto found = object.find("kind");
    for (const auto& [name, kind] : kind_names)
        if (found != object.end() && *found == name) {
            into = kind;
            return true;
        }
    return false;
}

bool read_choices(const Json& object, model::Question& question)
{
    const auto choices = object.find("choices");
    if (choices == object.end()) return question.kind != model::QuestionKind::choice;
    if (!choices->is_array() || choices->size() < 2 || choices->size() > max_choices) return false;
    question.choices.clear();
    return std::all_of(choices->begin(), choices->end(), [&](const Json& each) {
        model::Option& option = question.choices.emplace_back();
        return each.is_object() && read_bounded(each, "text", option.text, max_question_bytes) &&
               !option.text.empty() && read_bounded(each, "misconception", option.misconception, max_name_bytes);
    });
}

bool read_axis(const Json& object, Asked& asked)
{
    const auto axis = object.find("axis");
    if (asked.question.kind != model::QuestionKind::curve) return axis == object.end();
    model::CurveToDraw& curve = asked.question.curve;
    return axis != object.end() && axis->is_object() &&
           read_bounded(*axis, "label", asked.axis.label, max_question_bytes) &&
           read_bounded(*axis, "unit", asked.axis.unit, max_unit_bytes) &&
           learner::read_flag(*axis, "logarithmic", asked.axis.is_logarithmic) &&
           read_finite(*axis, "first", asked.axis.first) && read_finite(*axis, "last", asked.axis.last) &&
           read_finite(*axis, "least", curve.least) && read_finite(*axis, "most", curve.most) &&
           asked.axis.first < asked.axis.last && curve.least < curve.most &&
           (!asked.axis.is_logarithmic || asked.axis.first > 0);
}

bool read_curve(const Json& json, judging::Curve& into)
{
    if (!json.is_string()) return false;
    auto curve = judging::parse_curve(json.get_ref<const std::string&>());
    if (!curve || curve->size() > judging::max_curve_points) return false;
    into = std::move(*curve);
    return true;
}

}  // namespace

std::string_view name_of(Phase phase)
{
    return std::ranges::find(phase_names, phase, &std::pair<std::string_view, Phase>::second)->first;
}

std::string_view name_of(model::QuestionKind kind)
{
    return std::ranges::find(kind_names, kind, &std::pair<std::string_view, model::QuestionKind>::second)->first;
}

bool read_asked(const Json& object, Asked& asked)
{
    model::Question& question = asked.question;
    return read_bounded(object, "lesson", asked.lesson, max_name_bytes) &&
           read_bounded(object, "question", question.id, max_name_bytes) &&
           read_bounded(object, "text", question.text, max_question_bytes) && !question.text.empty() &&
           read_kind(object, question.kind) && read_bounded(object, "unit", question.unit, max_unit_bytes) &&
           read_choices(object, question) && read_axis(object, asked);
}

Json asked_json(const Asked& asked)
{
    const model::Question& question = asked.question;
    Json json{{"lesson", asked.lesson},
              {"question", question.id},
              {"text", question.text},
              {"kind", name_of(question.kind)},
              {"unit", question.unit}};
    for (const model::Option& option : question.choices)
        json["choices"].push_back({{"text", option.text}, {"misconception", option.misconception}});
    if (question.kind == model::QuestionKind::curve)
        json["axis"] = {
            {"label", asked.axis.label},  {"unit", asked.axis.unit}, {"logarithmic", asked.axis.is_logarithmic},
            {"first", asked.axis.first},  {"last", asked.axis.last}, {"least", question.curve.least},
            {"most", question.curve.most}};
    return json;
}

bool read_truth(const Json& object, Voted& voted)
{
    const auto truth = object.find("truth");
    if (truth == object.end() || truth->is_null()) return true;
    if (!truth->is_object() || !read_bounded(*truth, "gpu", voted.gpu, max_name_bytes)) return false;
    const auto answer = truth->find("answer");
    Answer read;
    if (answer == truth->end() || !read_stored_answer(*answer, voted.asked, read)) return false;
    voted.truth.choice = read.choice;
    voted.truth.number = read.number;
    voted.truth.curve = std::move(read.curve);
    return true;
}

Json truth_json(const Voted& voted)
{
    if (!voted.truth.is_known()) return {};
    const Answer answer{voted.truth.choice, voted.truth.number, voted.truth.curve};
    return {{"gpu", voted.gpu}, {"answer", stored_answer_json(answer)}};
}

bool read_tally(const Json& object, const Asked& asked, Tally& tally)
{
    const auto counts = object.is_object() ? object.find("counts") : object.end();
    if (!object.is_object() || counts == object.end() || !counts->is_array() ||
        !learner::read_flag(object, "by_hand", tally.by_hand))
        return false;
    if (asked.question.kind == model::QuestionKind::choice)
        return counts->size() == asked.question.choices.size() &&
               std::all_of(counts->begin(), counts->end(),
                           [&](const Json& each) { return read_count(each, tally.choices.emplace_back()); });
    if (counts->size() > max_devices) return false;
    if (asked.question.kind == model::QuestionKind::curve)
        return std::all_of(counts->begin(), counts->end(),
                           [&](const Json& each) { return read_curve(each, tally.curves.emplace_back()); });
    return std::all_of(counts->begin(), counts->end(), [&](const Json& each) {
        double number = 0;
        return each.is_array() && each.size() == 2 && read_finite(each[0], number) &&
               read_count(each[1], tally.numbers[number]);
    });
}

Json tally_json(const Asked& asked, const Tally& tally)
{
    Json counts = Json::array();
    switch (asked.question.kind) {
        case model::QuestionKind::choice: counts = tally.choices; break;
        case model::QuestionKind::number:
            for (const auto& [number, count] : tally.numbers) counts.push_back({number, count});
            break;
        case model::QuestionKind::curve:
            for (const judging::Curve& curve : tally.curves) counts.push_back(judging::to_text(curve));
            break;
    }
    return {{"by_hand", tally.by_hand}, {"counts", counts}};
}

bool read_stored_answer(const Json& json, const Asked& asked, Answer& answer)
{
    switch (asked.question.kind) {
        case model::QuestionKind::choice:
            return read_count(json, answer.choice.emplace()) && *answer.choice < asked.question.choices.size();
        case model::QuestionKind::number: return read_finite(json, answer.number.emplace());
        case model::QuestionKind::curve: break;
    }
    return read_curve(json, answer.curve) && answer.curve.size() >= 2;
}

Json stored_answer_json(const Answer& answer)
{
    if (answer.choice) return *answer.choice;
    if (answer.number) return *answer.number;
    return judging::to_text(answer.curve);
}

}  // namespace spillway::room
