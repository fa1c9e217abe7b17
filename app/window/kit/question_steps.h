#pragma once

#include <map>
#include <set>
#include <string>

#include "app/model/experiment.h"

namespace spillway::window {

/// The step in which a lesson asks each question. Cutting a lesson into steps takes about a millisecond, so the last
/// experiment's steps are cached.
class QuestionSteps {
public:
    /// Ids of the questions that the lesson asks in `step` (from 1) or earlier. A question that the text does not ask
    /// counts as asked.
    [[nodiscard]] std::set<std::string> asked_by(const model::Experiment& experiment, int step);

private:
    std::string experiment_, lesson_;
    std::map<std::string, int> steps_;  ///< by question id
    int count_ = 0;
};

}  // namespace spillway::window
