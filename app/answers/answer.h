#pragma once

// From what a compiler says of a configuration to its answer: what the worker does after each compile, and what a
// program does that has reports and no compiler.

#include <optional>

#include "app/answers/shipped_reports.h"
#include "app/model/error.h"
#include "app/model/job.h"
#include "app/model/run_result.h"
#include "app/model/tool.h"
#include "app/protocol/messages.h"

namespace spillway::answers {

/// Marks a result as refused. A place inside the kernel becomes part of the message, a stage's name does not.
void fail(model::RunResult& result, model::Status status, const model::Error& error);

/// A copy by the driver or a function of a library: there is nothing to compile, to inspect or to fit on an SM.
[[nodiscard]] bool has_no_kernel(const model::Job& job);

/// Why nothing is compiled for a GPU: today's compiler no longer does.
[[nodiscard]] std::optional<model::Error> why_not_compilable(const model::Job& job);

/// The answer without machine code's counts and without a measurement: what was compiled, what PTX says, occupancy, and
/// whether the GPU would take the launch.
[[nodiscard]] model::RunResult result_of(const model::Job& job, const Report& report);

/// The occupancy of given resources and the curves around it.
[[nodiscard]] protocol::WhatIfReply what_if(const protocol::WhatIf& request);

/// What a hello says of the occupancy calculator.
[[nodiscard]] model::Tool occupancy_tool();

}  // namespace spillway::answers
