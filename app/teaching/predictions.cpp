#include "app/teaching/predictions.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/lesson.h"
#include "app/judging/number_text.h"
#include "app/teaching/advice.h"
#include "app/teaching/parameter_steps.h"

namespace spillway::teaching {
namespace {

/// "Close up to 15; furthest off at 18: you drew 50 bytes, the answer is 204 bytes."
std::string where_off(const Curve& guess, const Curve& truth, const model::Parameter& over, const std::string& unit)
{
    const auto miss = furthest_miss(guess, truth);
    if (!miss) return "Close everywhere.";
    const auto at = [&](double x) { return value_label(over, catalogue::nearest_value(over, x)); };
    return fmt::format("{} at {}: you drew {}, the answer is {}.",
                       miss->close_to && *miss->close_to < miss->x
                           ? "Close up to " + at(*miss->close_to) + "; furthest off"
                           : "Furthest off",
                       at(miss->x), judging::quantity_text(judging::rounded(miss->guessed), unit),
                       judging::quantity_text(judging::rounded(miss->truth), unit));
}

}  // namespace

judging::Prediction judge_drawing(const Curve& guess, const Curve& truth, const model::Parameter& over,
                                  const std::string& unit)
{
    judging::Prediction prediction = judging::judge_curve(guess, truth);
    if (prediction.off_by) prediction.where = where_off(guess, truth, over, unit);
    return prediction;
}

std::string judgement(const model::Question& question, const judging::Prediction& prediction)
{
    if (!prediction.off_by) return "";
    const double off = *prediction.off_by;
    const bool is_right = judging::is_right(question, off);
    if (question.kind == model::QuestionKind::choice) return is_right ? "Right." : "Not this time.";
    if (judging::is_exact(off)) return "Right.";
    if (question.kind == model::QuestionKind::curve)
        return fmt::format("{}n average you were off by {} of the curve's height.", is_right ? "Close: o" : "O",
                           judging::share_text(off));
    return fmt::format("{}{}.", is_right ? "Close: " : "",
                       judging::number_off_text(prediction.numbers.value_or(judging::GuessedNumber{}), off));
}

std::string reply_to(const model::Question& question, const judging::Prediction& prediction)
{
    const auto chosen = std::ranges::find(question.choices, prediction.guess, &model::Option::text);
    return chosen == question.choices.end() ? std::string() : catalogue::without_links(chosen->reply);
}

}  // namespace spillway::teaching
