#pragma once

#include <string>

#include "app/judging/prediction.h"
#include "app/model/experiment.h"
#include "app/teaching/sketch.h"

namespace spillway::teaching {

/// judging::judge_curve, with a sentence on where the guess is furthest off. `over`: the x axis; `unit`: of the y axis.
[[nodiscard]] judging::Prediction judge_drawing(const Curve& guess, const Curve& truth, const model::Parameter& over,
                                                const std::string& unit);

/// "Right.", "Close: 3 % off.", "50 % off." The window shows the guess and the answer beside it.
[[nodiscard]] std::string judgement(const model::Question& question, const judging::Prediction& prediction);

/// The lesson's reply to the chosen answer; empty if it has none.
[[nodiscard]] std::string reply_to(const model::Question& question, const judging::Prediction& prediction);

}  // namespace spillway::teaching
