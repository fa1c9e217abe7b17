#pragma once

#include <filesystem>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::learner {

/// Where the learner's own copies of exercises lie, each a folder of an experiment like any other; empty without a
/// home.
[[nodiscard]] std::filesystem::path exercises_folder();

/// The learner's copy of an exercise, made where there is none yet, completed where it is there in part. Existing files
/// stay as they are.
[[nodiscard]] model::Expected<std::filesystem::path> begin_exercise(const model::Experiment& exercise);

/// The exercise as it comes, in place of the copy; its kernel.cu is kept beside it as
/// kernel.cu.before-N, and so is what else the learner has changed.
[[nodiscard]] model::Expected<std::filesystem::path> begin_exercise_again(const model::Experiment& exercise);

}  // namespace spillway::learner
