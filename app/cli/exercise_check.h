#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/judging/exercise.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::cli {

/// A learner's text of an exercise's kernel.cu.
struct WrittenKernel {
    const model::Experiment* exercise = nullptr;  ///< as it comes
    std::string text;
    std::size_t writer = 0;  ///< author; after two stopped compiles the author's other kernels are skipped
};

/// The verdict of this machine on a kernel.
struct FoundExercise {
    judging::ExerciseVerdict verdict;
    std::string refusal;          ///< in words, where the verdict is refused: "does not compile: ..."
    bool is_over_budget = false;  ///< a compile met its bound, or the kernel was left out since earlier ones had
};

/// Compiles each where the worker does, confined and bounded, and looks at the goals on `gpu`, or on the first GPU that
/// a goal names; compares the outputs with the reference's, on a live GPU or by interpreting the PTX. Runs no native
/// code of a learner. In the order of `kernels`. Calls `on_compiled` when all kernels of an author are compiled.
[[nodiscard]] std::vector<FoundExercise> check_exercises(
    Context& context, worker_client::Dispatcher& dispatcher, const model::Gpu& gpu,
    const std::vector<WrittenKernel>& kernels, const std::function<void(std::size_t writer)>& on_compiled = {});

}  // namespace spillway::cli
