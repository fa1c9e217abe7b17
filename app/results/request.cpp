#include "app/results/request.h"

#include "app/model/block_needs.h"

namespace spillway::results {
namespace {

constexpr double max_counting_seconds = 5;

protocol::Named names_of(const model::Job& job)
{
    return {job.experiment, job.variant, job.values, job.gpu.name};
}

}  // namespace

protocol::ToWorker request_for(const Want& want, const model::Job& job, bool is_live, const model::RunResult* known)
{
    const int priority = static_cast<int>(want.priority);
    const bool counts = is_live && want.needs_counters;
    switch (want.stage) {
        case Stage::report:
            return protocol::Run{0,     want.group,      priority, is_live, counts,
                                 false, want.needs_code, false,    job,     want.needs_samples_only};
        case Stage::details:
            return protocol::Run{0, want.group, priority, counts, counts, false, want.needs_code, false, job};
        case Stage::output: return protocol::Run{0, want.group, priority, false, false, false, false, true, job};
        case Stage::longer:
            return protocol::Run{0, want.group, priority, is_live, counts, true, want.needs_code, false, job};
        case Stage::code: {
            protocol::ListingRequest request{0, want.group, priority, job.compile, names_of(job)};
            request.compile.line_info = true;
            return request;
        }
        case Stage::causes: return protocol::CausesRequest{0, want.group, priority, job.compile, names_of(job)};
        case Stage::counts:
            return protocol::InterpretRequest{0, want.group, priority, job, sampled_blocks, max_counting_seconds};
        case Stage::what_if: break;
    }
    return protocol::WhatIf{0, job.gpu, model::block_needs(job, *known->compile)};
}

}  // namespace spillway::results
