#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/judging/exercise.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::cli {

/// A learner's kernel.cu for an exercise.
struct WrittenKernel {
    const model::Experiment* exercise = nullptr;  ///< the original exercise
    std::string text;
    std::size_t writer = 0;  ///< author; after two timeouts the author's other kernels are skipped
};

/// This machine's verdict on a kernel.
struct FoundExercise {
    judging::ExerciseVerdict verdict;
    std::string refusal;          ///< in words, if the verdict is refused: "does not compile: ..."
    bool is_over_budget = false;  ///< a compile timed out, or the kernel was skipped after earlier timeouts
};

/// An author's number, and how many of the author's kernels compiled, of all.
using OnCompiled = std::function<void(std::size_t writer, std::size_t compiled, std::size_t all)>;

/// Compiles each kernel in the worker's sandbox with limits, then checks its goals on `gpu`, or on the first GPU that a
/// goal names. Compares outputs with the reference, on a live GPU or by interpreting the PTX; runs no code of a learner
/// natively on the processor. Results are in the order of `kernels`. Calls `on_compiled` once the compiler is done with
/// all kernels of an author.
[[nodiscard]] std::vector<FoundExercise> check_exercises(Context& context, worker_client::Dispatcher& dispatcher,
                                                         const model::Gpu& gpu,
                                                         const std::vector<WrittenKernel>& kernels,
                                                         const OnCompiled& on_compiled = {});

}  // namespace spillway::cli
