#pragma once

#include "app/compiler/compile_service.h"
#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::worker {

/// Compiles the job's kernel and its reference, interprets the PTX of both on the CPU and compares their outputs.
/// Then checks the access limits in the source (status over_limit). `detail` holds the first difference or fault; with
/// the status not_run, the reason why there is no result.
[[nodiscard]] model::Verification check_output(compiler::CompileService& service, const model::Job& job,
                                               const model::SourceText& source,
                                               const compiler::StopQuestion& should_stop);

/// Source and compile request of a job's reference. For a copy of an exercise, the source is the original exercise.
struct ReferenceCompile {
    model::SourceText source;
    model::CompileRequest request;
};
[[nodiscard]] ReferenceCompile reference_compile(const model::Job& job, const model::SourceText& source);

}  // namespace spillway::worker
