#include "app/teaching/predictions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/lesson.h"
#include "app/model/grouped.h"
#include "app/teaching/parameter_steps.h"

namespace spillway::teaching {
namespace {

std::string with_unit(double value, const std::string& unit)
{
    const bool is_whole = value == std::round(value) && std::abs(value) < 1e9;
    const bool is_large = std::abs(value) >= 1000 && std::abs(value) < 1e15;  // of which the places behind say nothing
    const std::string number =
        is_whole || is_large ? model::grouped(fmt::format("{:.0f}", value)) : fmt::format("{:.3g}", value);
    return unit.empty() ? number : number + " " + unit;
}

/// "Close up to 15; furthest off at 18: you drew 50 bytes, it is 204 bytes."
std::string where_off(const Curve& guess, const Curve& truth, const model::Parameter& over, const std::string& unit)
{
    const auto miss = furthest_miss(guess, truth);
    if (!miss) return "Close everywhere.";
    const auto at = [&](double x) { return value_label(over, catalogue::nearest_value(over, x)); };
    return fmt::format("{} at {}: you drew {}, the answer is {}.",
                       miss->close_to && *miss->close_to < miss->x
                           ? "Close up to " + at(*miss->close_to) + "; furthest off"
                           : "Furthest off",
                       at(miss->x), with_unit(miss->guessed, unit), with_unit(miss->truth, unit));
}

}  // namespace

learner::Prediction judge_number(const model::Question& question, double guess, double answer)
{
    return {false, with_unit(guess, question.unit), with_unit(answer, question.unit),
            learner::share_off(guess, answer)};
}

learner::Prediction judge_choice(const model::Question& question, std::size_t guess, std::size_t answer)
{
    return {false, question.choices[guess].text, question.choices[answer].text, guess == answer ? 0 : 1};
}

learner::Prediction judge_curve(const Curve& guess, const Curve& truth, const model::Parameter& over,
                                const std::string& unit)
{
    learner::Prediction prediction{false, to_text(guess), "", distance(guess, truth)};
    if (prediction.off_by) prediction.where = where_off(guess, truth, over, unit);
    return prediction;
}

std::string judgement(const model::Question& question, const learner::Prediction& prediction)
{
    if (!prediction.off_by) return "";
    const double off = *prediction.off_by;
    if (question.kind == model::QuestionKind::choice) return off == 0 ? "Right." : "Not this time.";
    const std::string percent = off < 0.995 ? fmt::format("{:.2g} %", off * 100) : fmt::format("{:.1f} times", off);
    if (off < 0.005) return "Right.";
    if (question.kind == model::QuestionKind::curve)
        return fmt::format("{}n average you were off by {} of the curve's height.",
                           off < learner::tolerance ? "Close: o" : "O", percent);
    return fmt::format("{}{} off.", off < learner::tolerance ? "Close: " : "", percent);
}

std::string reply_to(const model::Question& question, const learner::Prediction& prediction)
{
    const auto chosen = std::ranges::find(question.choices, prediction.guess, &model::Option::text);
    return chosen == question.choices.end() ? std::string() : catalogue::without_links(chosen->reply);
}

model::Expected<double> parse_guess(std::string_view text)
{
    std::string digits;
    for (const char c : text)
        if (c != ',' && c != ' ') digits += c;
    char* end = nullptr;
    const double number = std::strtod(digits.c_str(), &end);
    const bool is_number = end != digits.c_str() && std::isfinite(number) && digits.size() < 40;
    if (!is_number || std::abs(number) > 1e15)
        return model::Error{"this is not a number", "", "type one, for instance 128"};
    return number;
}

}  // namespace spillway::teaching
