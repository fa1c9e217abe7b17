#pragma once

#include "app/compiler/host_check/host_check.h"
#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::worker {

/// Runs the job's kernel and its reference on this machine's processor and compares what they write: once with the
/// threads of a block in their order and once backwards, which tells a barrier that is missing. `detail` is what
/// differs first, or why nothing was found out (then the status is not_run).
[[nodiscard]] model::Verification check_output(const compiler::HostCompiler& compiler, const compiler::WorkFolder& work,
                                               const model::Job& job, const model::SourceText& source,
                                               const compiler::StopQuestion& should_stop);

}  // namespace spillway::worker
