#include "app/answers/answer.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "app/answers/occupancy.h"
#include "app/model/grouped.h"
#include "app/protocol/plausibility.h"

namespace spillway::answers {

void fail(model::RunResult& result, model::Status status, const model::Error& error)
{
    result.status = status;
    result.message = error.what;
    // Show a position inside the kernel, but not a stage's name.
    if (error.where.find(".cu:") != std::string::npos) result.message = error.where + ": " + error.what;
    if (!error.advice.empty()) result.advice = error.advice;
    result.compile_stopped = error.bound;
    result.error_kind = error.kind;
    const char* what = error.bound                              ? "it was not compiled to its end"
                       : status == model::Status::compile_error ? "it did not compile"
                                                                : "it cannot be launched";
    result.measurement.reason = what;
}

bool has_no_kernel(const model::Job& job)
{
    return job.plan && !job.plan->is_kernel();
}

std::optional<model::Error> why_not_compilable(const model::Job& job)
{
    if (job.gpu.compilable) return std::nullopt;
    const std::string name = job.gpu.label.empty() ? job.gpu.name : job.gpu.label;
    return model::Error{
        "today's CUDA compiler no longer compiles for " + name + " (" + job.gpu.arch() + ")", "compile",
        "choose another GPU; you can still compute the occupancy of given registers and shared memory for this one"};
}

namespace {

std::string shape_text(std::int64_t x, std::int64_t y, std::int64_t z)
{
    return std::to_string(x) + " x " + std::to_string(y) + " x " + std::to_string(z);
}

/// Detects launches that a driver refuses with "invalid argument".
std::optional<model::Error> check_required_block(const model::CompileReport& report, const std::int64_t (&block)[3])
{
    if (!report.required_block || report.required_block->size() != std::size(block)) return std::nullopt;
    const std::vector<int>& only = *report.required_block;
    if (std::equal(only.begin(), only.end(), std::begin(block), std::end(block))) return std::nullopt;
    const std::string required = shape_text(only[0], only[1], only[2]);
    return model::Error{"a block of " + shape_text(block[0], block[1], block[2]) +
                            " threads was asked for; the kernel was compiled for one of " + required + " and no other",
                        "launch", "launch it with " + required + ", or change __block_size__ in the kernel's text"};
}

/// Detects launches that a driver refuses with "too many resources requested".
std::optional<model::Error> check_launch_bound(const model::CompileReport& report, std::int64_t threads)
{
    if (!report.launch_bound_threads || threads <= *report.launch_bound_threads) return std::nullopt;
    const std::string max = model::grouped(std::to_string(*report.launch_bound_threads));
    return model::Error{"a block of " + model::grouped(std::to_string(threads)) +
                            " threads was asked for; the kernel's launch bound allows at most " + max,
                        "launch", "lower block_size to " + max + ", or raise the bound in the kernel's text"};
}

/// Computes the occupancy; marks the result as failed if the launch does not fit.
void find_occupancy(model::RunResult& result, const model::Job& job)
{
    // Refuse huge extents first: their product would overflow.
    constexpr std::int64_t max = 1 << 20;
    const bool sane = std::all_of(std::begin(job.block), std::end(job.block),
                                  [](std::int64_t extent) { return extent <= max && extent >= 0; });
    if (!sane || job.dynamic_shared_bytes < 0) {
        fail(result, model::Status::launch_error, {"the launch shape is invalid", "launch", ""});
        return;
    }
    const model::BlockNeeds needs = model::block_needs(job, *result.compile);
    // ptxas sometimes prints no `Used` line; leave the occupancy empty then, instead of assuming 0 registers.
    if (result.compile->registers) {
        if (auto found = occupancy(job.gpu, needs)) result.occupancy = *found;
    }
    auto error = check_launch(job.gpu, needs, job.block);
    if (!error) error = check_required_block(*result.compile, job.block);
    if (!error) error = check_launch_bound(*result.compile, needs.threads);
    if (error) fail(result, model::Status::launch_error, *error);
}

}  // namespace

model::RunResult result_of(const model::Job& job, const Report& report)
{
    model::RunResult result = model::empty_result(job);
    if (report.error) {
        fail(result, model::Status::compile_error, *report.error);
        return result;
    }
    result.compile = report.report;
    if (report.report.target) result.gpu_arch = *report.report.target;
    if (!report.advice.empty()) result.advice = report.advice;
    result.ptx = report.ptx_inspection;
    find_occupancy(result, job);
    return result;
}

protocol::WhatIfReply what_if(const protocol::WhatIf& request)
{
    protocol::WhatIfReply reply;
    reply.id = request.id;
    if (const auto problem = protocol::why_implausible(request.gpu)) {
        reply.error = model::Error{*problem, "occupancy", "choose another GPU"};
        return reply;
    }
    const auto found = occupancy(request.gpu, request.needs);
    const auto curves = occupancy_curves(request.gpu, request.needs);
    if (found) reply.occupancy = *found;
    if (curves) reply.curves = *curves;
    if (!found) reply.error = found.error();
    return reply;
}

model::Tool occupancy_tool()
{
    if (has_calculator()) return {true, "", "cuda_occupancy.h", "", ""};
    return {false, "", "", "built without cuda_occupancy.h",
            "install the CUDA toolkit or the Python package nvidia-cuda-runtime, and build again"};
}

}  // namespace spillway::answers
