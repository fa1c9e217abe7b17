#include "app/judging/prediction.h"

#include <algorithm>

#include "app/judging/number_text.h"

namespace spillway::judging {
namespace {

constexpr double exact = 0.005;
constexpr double same_shown = 0.011;  ///< older files hold only the shown number, with three digits

std::optional<std::size_t> chosen(const model::Question& question, const std::string& text)
{
    const auto found = std::ranges::find(question.choices, text, &model::Option::text);
    if (found == question.choices.end()) return std::nullopt;
    return static_cast<std::size_t>(found - question.choices.begin());
}

std::optional<double> number_of(const model::Question& question, const std::string& text)
{
    const auto number = read_number(text, question.unit);
    return number ? std::optional(*number) : std::nullopt;
}

}  // namespace

std::string truth_text(const model::Question& question, const Truth& truth)
{
    if (truth.choice) return question.choices[*truth.choice].text;
    return truth.number ? quantity_text(rounded(*truth.number), question.unit) : "";
}

Prediction judge_number(const model::Question& question, double guess, double answer)
{
    Prediction prediction;
    prediction.guess = quantity_text(guess, question.unit);
    prediction.answer = quantity_text(rounded(answer), question.unit);
    prediction.numbers = {guess, answer, question.unit};
    prediction.off_by = share_off(guess, answer);
    return prediction;
}

Prediction judge_choice(const model::Question& question, std::size_t guess, std::size_t answer)
{
    Prediction prediction;
    prediction.guess = question.choices[guess].text;
    prediction.answer = question.choices[answer].text;
    prediction.off_by = guess == answer ? 0 : 1;
    return prediction;
}

Prediction judge_curve(const Curve& guess, const Curve& truth)
{
    Prediction prediction;
    prediction.guess = to_text(guess);
    prediction.off_by = distance(guess, truth);
    return prediction;
}

std::optional<double> guessed_number(const model::Question& question, const Prediction& prediction)
{
    if (prediction.numbers && prediction.numbers->unit == question.unit) return prediction.numbers->guess;
    return number_of(question, prediction.guess);
}

std::string guess_text(const model::Question& question, const Prediction& prediction)
{
    if (!prediction.numbers || prediction.numbers->unit != question.unit) return prediction.guess;
    return quantity_text(prediction.numbers->guess, question.unit);
}

std::optional<double> off_by(const model::Question& question, const Prediction& prediction, const Truth& truth)
{
    if (truth.choice) {
        const auto guess = chosen(question, prediction.guess);
        return guess ? std::optional(*guess == *truth.choice ? 0.0 : 1.0) : std::nullopt;
    }
    if (truth.number) {
        const auto guess = guessed_number(question, prediction);
        return guess ? std::optional(share_off(*guess, *truth.number)) : std::nullopt;
    }
    const auto drawn = parse_curve(prediction.guess);
    return drawn ? distance(*drawn, truth.curve) : std::nullopt;
}

bool was_shown(const model::Question& question, const Prediction& prediction, const Truth& truth)
{
    if (truth.choice) return question.choices[*truth.choice].text == prediction.answer;
    if (!truth.number) return false;
    if (prediction.numbers && prediction.numbers->unit == question.unit)
        return share_off(prediction.numbers->answer, *truth.number) <= same_shown;
    const auto number = number_of(question, prediction.answer);
    return number && share_off(*number, *truth.number) <= same_shown;
}

bool is_right(const model::Question& question, double off_by)
{
    // 140.8 for 128 is exactly 10 % off, despite rounding of the quotient.
    constexpr double last_bits = 1e-9;
    return question.kind == model::QuestionKind::choice ? off_by == 0 : off_by <= tolerance + last_bits;
}

bool is_exact(double off_by)
{
    return off_by < exact;
}

std::string number_off_text(const GuessedNumber& numbers, double off_by)
{
    const double ratio = numbers.answer != 0 ? numbers.guess / numbers.answer : 0;
    if (numbers.guess == 0 && numbers.answer != 0) return "100 % off";
    if (ratio <= 0 || (ratio >= 0.5 && ratio < 2)) return share_text(off_by) + " off";
    return number_text(rounded(ratio < 1 ? 1 / ratio : ratio)) + (ratio < 1 ? " times too small" : " times too large");
}

}  // namespace spillway::judging
