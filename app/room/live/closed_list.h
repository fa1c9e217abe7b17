#pragma once

// The closed list of what a page may ask: installed experiments, and those that the lecturer trusts, with their
// declared variants, parameters and knobs, and the exercises of both. The request is built here from the catalogue; a
// page's own job is never used.

#include <memory>
#include <string>

#include "app/model/error.h"
#include "app/protocol/messages.h"
#include "app/results/result_library.h"
#include "app/room/live/question.h"

namespace spillway::room {

/// Kinds of work that a worker gets side by side. `slow` may take seconds: measured, interpreted, or many compiles.
/// `own` has lines of a page's user, and may take the whole time that a compile is allowed.
enum class Pace { quick, slow, own };
inline constexpr std::size_t paces = 3;

/// Work for the worker. Equal keys get equal answers.
struct Task {
    protocol::ToWorker request;
    std::string key;
    std::shared_ptr<const model::Experiment> experiment = nullptr;  ///< null without a kernel
    const model::Variant* variant = nullptr;                        ///< of the experiment
    Pace pace = Pace::quick;
};

/// A page's kernel.cu.
struct OwnKernel {
    std::string text;
    std::shared_ptr<const model::Experiment> experiment;  ///< with that text; task_of() makes it once
};

/// The Error says why the question is not on the list, or why its values give no job. `own` replaces the text of an
/// exercise if it differs from it in the learner's lines only, as in a hand-in. Such a kernel is compiled and
/// interpreted, never launched. Null without one.
[[nodiscard]] model::Expected<Task> task_of(const Question& question, const results::ResultLibrary& library,
                                            OwnKernel* own = nullptr);

}  // namespace spillway::room
