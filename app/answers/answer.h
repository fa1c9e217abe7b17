#pragma once

// Turns a compiler's report on a configuration into its result: used by the worker after each compile, and by programs
// that have reports but no compiler.

#include <optional>

#include "app/answers/shipped_reports.h"
#include "app/model/error.h"
#include "app/model/job.h"
#include "app/model/run_result.h"
#include "app/model/tool.h"
#include "app/protocol/messages.h"

namespace spillway::answers {

/// Marks a result as failed. A position inside the kernel becomes part of the message; a stage's name does not.
void fail(model::RunResult& result, model::Status status, const model::Error& error);

/// A copy by the driver or a library function: nothing to compile, to inspect or to fit on an SM.
[[nodiscard]] bool has_no_kernel(const model::Job& job);

/// Why nothing is compiled for a GPU: the current compiler no longer targets it. Empty if it does.
[[nodiscard]] std::optional<model::Error> why_not_compilable(const model::Job& job);

/// The result without counts of machine code and without a measurement: the compile report, PTX figures, occupancy, and
/// whether the GPU would accept the launch.
[[nodiscard]] model::RunResult result_of(const model::Job& job, const Report& report);

/// Occupancy for the given resources, and the curves around them.
[[nodiscard]] protocol::WhatIfReply what_if(const protocol::WhatIf& request);

/// State of the occupancy calculator, for a hello message.
[[nodiscard]] model::Tool occupancy_tool();

}  // namespace spillway::answers
