#pragma once

// The closed list of what a page may ask: installed experiments, and those that the lecturer trusts, with their
// declared variants, parameters and knobs. The request is built here from the catalogue; a page's own job is never
// used.

#include <string>

#include "app/model/error.h"
#include "app/protocol/messages.h"
#include "app/results/result_library.h"
#include "app/room/live/question.h"

namespace spillway::room {

/// Work for the worker. Equal keys get equal answers.
struct Task {
    protocol::ToWorker request;
    std::string key;
    const model::Experiment* experiment = nullptr;  ///< null without a kernel
    const model::Variant* variant = nullptr;        ///< of the experiment
    bool is_slow = false;                           ///< may take seconds: measured, interpreted, or many compiles
};

/// The Error says why the question is not on the list, or why its values give no job.
[[nodiscard]] model::Expected<Task> task_of(const Question& question, const results::ResultLibrary& library);

}  // namespace spillway::room
