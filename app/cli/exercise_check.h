#pragma once

#include <string>
#include <vector>

#include "app/catalogue/claims.h"
#include "app/cli/context.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::cli {

/// A learner's text of an exercise's kernel.cu.
struct WrittenKernel {
    const model::Experiment* exercise = nullptr;  ///< as it comes
    std::string text;
    std::size_t writer = 0;  ///< whose two endless compiles are the last that are waited for
};

struct FoundGoal {
    std::string id, text;
    catalogue::ClaimVerdict verdict = catalogue::ClaimVerdict::unknown;
    std::string detail;          ///< "yours.stack_frame_bytes = 128", or what is not known here
    bool waits_for_gpu = false;  ///< it is measured, and its GPU is not in this machine
};

/// What this machine finds of it.
struct FoundExercise {
    std::string trouble;  ///< why no goal was looked at: it does not compile, or is not the exercise
    std::vector<FoundGoal> goals;
    /// Comparison with the reference on a live GPU; not_run without one.
    model::VerificationStatus result = model::VerificationStatus::not_run;
    std::string result_detail;  ///< what differs, or why nothing was found out

    [[nodiscard]] std::size_t count(catalogue::ClaimVerdict verdict) const;
    [[nodiscard]] std::size_t judged() const;  ///< goals that wait for no GPU
    [[nodiscard]] bool is_reached() const;     ///< all of these hold, and the result was found right
};

/// Compiles each where the worker does, confined and bounded, and looks at the goals on `gpu`, or on the first GPU that
/// a goal names; where that GPU is live, compares the results with the reference. Runs no native code of a learner. In the
/// order of `kernels`.
[[nodiscard]] std::vector<FoundExercise> check_exercises(Context& context, worker_client::Dispatcher& dispatcher,
                                                         const model::Gpu& gpu,
                                                         const std::vector<WrittenKernel>& kernels);

}  // namespace spillway::cli
