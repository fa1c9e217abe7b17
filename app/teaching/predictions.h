#pragma once

#include <string>
#include <string_view>

#include "app/learner/learner_progress.h"
#include "app/model/experiment.h"
#include "app/teaching/sketch.h"

namespace spillway::teaching {

/// What a learner guessed beside what is true.
[[nodiscard]] learner::Prediction judge_number(const model::Question& question, double guess, double answer);
[[nodiscard]] learner::Prediction judge_choice(const model::Question& question, std::size_t guess, std::size_t answer);
/// `answer` of a curve is said by the chart; empty off_by where the two have no x in common. `over` is its x axis,
/// `unit` that of its y axis.
[[nodiscard]] learner::Prediction judge_curve(const Curve& guess, const Curve& truth, const model::Parameter& over,
                                              const std::string& unit);

/// "Right.", "Close: 3 % off.", "50 % off." The guess and the answer stand beside it.
[[nodiscard]] std::string judgement(const model::Question& question, const learner::Prediction& prediction);

/// What is said to the choice that was made, besides what is said to all; empty where there is nothing.
[[nodiscard]] std::string reply_to(const model::Question& question, const learner::Prediction& prediction);

/// What was typed as a number: "128", "1,024", "0.5", "75 %". The Error says what was expected.
[[nodiscard]] model::Expected<double> parse_guess(std::string_view text);

}  // namespace spillway::teaching
