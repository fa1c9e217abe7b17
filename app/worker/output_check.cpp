#include "app/worker/output_check.h"

#include <algorithm>

#include "app/catalogue/access_limits.h"
#include "app/catalogue/exercises.h"
#include "app/compiler/compile_bounds.h"
#include "app/emulate/output_check.h"

namespace spillway::worker {
namespace {

constexpr const char* against = "reference on this processor";

model::Verification not_run(const std::string& why)
{
    return {model::VerificationStatus::not_run, against, why, std::nullopt, std::nullopt};
}

emulate::RunOptions options_for(const compiler::StopQuestion& should_stop)
{
    emulate::RunOptions options;
    options.limits.time =
        std::chrono::milliseconds(static_cast<std::int64_t>(compiler::compile_bounds().seconds * 1000));
    options.should_stop = should_stop;
    return options;
}

bool has_timed_out(const emulate::OutputCheck& check)
{
    return check.fault && check.fault->kind == ptx::FaultKind::no_end;
}

model::Verification verification_of(const emulate::OutputCheck& check)
{
    switch (check.outcome) {
        case emulate::Outcome::not_run: return not_run(check.detail);
        case emulate::Outcome::matched:
            return {model::VerificationStatus::matched, against, std::nullopt, std::nullopt, std::nullopt};
        case emulate::Outcome::beyond_limit:
            return {model::VerificationStatus::over_limit, against, std::nullopt, check.exceeded, std::nullopt};
        case emulate::Outcome::differs:
        case emulate::Outcome::differs_in_order:
        case emulate::Outcome::faulted: break;
    }
    model::Verification wrong{model::VerificationStatus::mismatched, against, check.detail, std::nullopt, std::nullopt};
    if (has_timed_out(check)) wrong.stopped = model::Bound::time;
    return wrong;
}

}  // namespace

/// Omits the knobs that only change where data lives (such as a register cap), so that the reference's block always
/// fits. Keeps fast math, because it changes the expected result.
ReferenceCompile reference_compile(const model::Job& job, const model::SourceText& source)
{
    const model::PlannedReference& reference = *job.plan->reference;
    ReferenceCompile compile{catalogue::reference_source(source), {}};
    model::CompileRequest& request = compile.request;
    request.source_hash = compile.source.hash;
    request.entry = reference.entry;
    request.arch = job.compile.arch;
    request.fast_math = job.compile.fast_math;
    request.min_blocks_per_sm = 1;
    request.bounds_threads = static_cast<int>(
        std::clamp<std::int64_t>(reference.block[0] * reference.block[1] * reference.block[2], 1, 1024));
    return compile;
}

model::Verification check_output(compiler::CompileService& service, const model::Job& job,
                                 const model::SourceText& source, const compiler::StopQuestion& should_stop)
{
    if (!job.plan || !job.plan->reference) return not_run("there is no reference to compare with");
    const auto limits = catalogue::access_limits(source.text);
    if (!limits) return not_run(limits.error().what);
    const ReferenceCompile own = reference_compile(job, source);
    const auto reference = service.get(own.request, own.source, should_stop).compiled;
    if (reference->error) return not_run("the reference does not compile: " + reference->error->what);
    const auto check = [&](const model::CompileRequest& request) {
        const auto code = service.get(request, source, should_stop).compiled;
        if (code->error) {
            emulate::OutputCheck failed;
            failed.detail = code->error->what;
            return failed;
        }
        return emulate::check_output(job, {code->ptx, code->entry}, {reference->ptx, reference->entry}, *limits,
                                     options_for(should_stop));
    };
    emulate::OutputCheck found = check(job.compile);
    const bool lacks_line =
        found.fault && !has_timed_out(found) && found.fault->source_line == 0 && !job.compile.line_info;
    if (lacks_line) {  // compile once more with line information, to find the line
        model::CompileRequest with_lines = job.compile;
        with_lines.line_info = true;
        if (const emulate::OutputCheck again = check(with_lines); again.fault) found = again;
    }
    return verification_of(found);
}

}  // namespace spillway::worker
