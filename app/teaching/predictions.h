#pragma once

#include <string>

#include "app/judging/prediction.h"
#include "app/model/experiment.h"
#include "app/teaching/sketch.h"

namespace spillway::teaching {

/// judging::judge_curve with a sentence on where the guess was furthest off. `over` is the x axis, `unit` the y axis's.
[[nodiscard]] judging::Prediction judge_drawing(const Curve& guess, const Curve& truth, const model::Parameter& over,
                                                const std::string& unit);

/// "Right.", "Close: 3 % off.", "50 % off." The guess and the answer stand beside it.
[[nodiscard]] std::string judgement(const model::Question& question, const judging::Prediction& prediction);

/// The reply to the choice that was made; empty where the lesson has none.
[[nodiscard]] std::string reply_to(const model::Question& question, const judging::Prediction& prediction);

}  // namespace spillway::teaching
