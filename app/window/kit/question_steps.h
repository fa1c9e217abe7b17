#pragma once

#include <map>
#include <set>
#include <string>

#include "app/model/experiment.h"

namespace spillway::window {

/// The steps in which a lesson asks its questions. Cutting a lesson into steps takes about a millisecond, so those of
/// the last experiment are kept.
class QuestionSteps {
public:
    /// Ids of the questions that the lesson has asked by `step` (from 1), in that step or before. A question that the
    /// text does not ask counts as asked.
    [[nodiscard]] std::set<std::string> asked_by(const model::Experiment& experiment, int step);

private:
    std::string experiment_, lesson_;
    std::map<std::string, int> steps_;  ///< by question
    int count_ = 0;
};

}  // namespace spillway::window
