#pragma once

#include <filesystem>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::learner {

/// Folder of the learner's copies of exercises, each an ordinary experiment folder; empty without a home.
[[nodiscard]] std::filesystem::path exercises_folder();

/// The learner's copy of an exercise. Created if missing, completed if files are missing. Existing files stay
/// unchanged.
[[nodiscard]] model::Expected<std::filesystem::path> begin_exercise(const model::Experiment& exercise);

/// Replaces the copy by the original exercise. Moves the learner's kernel.cu to kernel.cu.before-N, and any
/// other changed file the same way. After an Error, a moved file may still lack its original.
[[nodiscard]] model::Expected<std::filesystem::path> begin_exercise_again(const model::Experiment& exercise);

}  // namespace spillway::learner
