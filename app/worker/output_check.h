#pragma once

#include "app/compiler/compile_service.h"
#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::worker {

/// Compiles the job's kernel and its reference, runs the PTX of both by the interpreter and compares what they write.
/// `detail` is the first difference or fault, or why nothing was found out (then the status is not_run).
[[nodiscard]] model::Verification check_output(compiler::CompileService& service, const model::Job& job,
                                               const model::SourceText& source,
                                               const compiler::StopQuestion& should_stop);

/// What a job's reference is compiled from and with. The text is the exercise's own where the source is one's copy.
struct ReferenceCompile {
    model::SourceText source;
    model::CompileRequest request;
};
[[nodiscard]] ReferenceCompile reference_compile(const model::Job& job, const model::SourceText& source);

}  // namespace spillway::worker
