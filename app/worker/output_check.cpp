#include "app/worker/output_check.h"

#include <algorithm>
#include <span>

#include "app/gpu/buffer_data.h"
#include "app/gpu/compare.h"

namespace spillway::worker {
namespace {

using compiler::HostKernel;
using compiler::HostOrder;

constexpr std::int64_t most_buffer_bytes = std::int64_t{64} << 20, most_threads = std::int64_t{1} << 20;
constexpr const char* against = "reference on this processor";

model::Verification not_run(const std::string& why)
{
    return {model::VerificationStatus::not_run, against, why, std::nullopt};
}
model::Verification wrong(const std::string& what)
{
    return {model::VerificationStatus::mismatched, against, what, std::nullopt};
}

std::int64_t product(const std::int64_t (&size)[3])
{
    return size[0] * size[1] * size[2];
}

/// A grid that a GPU does in a blink takes a processor minutes.
bool is_small(const model::Job& job)
{
    std::int64_t bytes = 0;
    for (const model::PlannedBuffer& buffer : job.plan->buffers) bytes += buffer.bytes();
    return bytes <= most_buffer_bytes && product(job.grid) <= most_threads &&
           product(job.grid) * product(job.block) <= most_threads;
}

std::string content_of(const model::PlannedBuffer& buffer)
{
    if (buffer.fill == model::Fill::permutation) {
        const std::vector<std::byte> all = gpu::permutation(buffer, buffer.seed);
        return {reinterpret_cast<const char*>(all.data()), all.size()};
    }
    std::string bytes(static_cast<std::size_t>(buffer.bytes()), '\0');
    gpu::fill_elements(buffer, buffer.seed, 0, std::as_writable_bytes(std::span(bytes.data(), bytes.size())));
    return bytes;
}

std::span<const std::byte> bytes_of(const std::string& text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// What of the outputs is not the reference's; nothing where all is.
std::optional<std::string> difference(const model::LaunchPlan& plan, const std::vector<std::string>& got,
                                      const std::vector<std::string>& expected)
{
    const gpu::Tolerance tolerance{plan.reference->relative_tolerance, plan.reference->absolute_tolerance};
    std::size_t at = 0;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        const model::PlannedBuffer& buffer = plan.buffers[i];
        if (!buffer.is_output) continue;
        const std::size_t output = at++;
        if (static_cast<int>(i) == plan.cycles_buffer) continue;
        if (auto found = gpu::first_difference(buffer, 0, bytes_of(got[output]), bytes_of(expected[output]), tolerance))
            return found;
    }
    return std::nullopt;
}

std::optional<model::ExceededLimit> first_exceeded(const compiler::HostProgram& program, const compiler::HostRun& got,
                                                   const compiler::HostRun& expected)
{
    for (std::size_t i = 0; i < program.limits().size(); ++i)
        if (auto exceeded = catalogue::exceeded_limit(program.limits()[i], got.counted[i], expected.counted[i]))
            return exceeded;
    return std::nullopt;
}

}  // namespace

model::Verification check_output(const compiler::HostCompiler& compiler, const compiler::WorkFolder& work,
                                 const model::Job& job, const model::SourceText& source,
                                 const compiler::StopQuestion& should_stop)
{
    if (!job.plan || !job.plan->reference) return not_run("there is no reference to compare with");
    if (!is_small(job)) return not_run("the grid is too large for a processor");
    const auto program = compiler::HostProgram::make(compiler, work, job, source, should_stop);
    if (!program) return not_run(program.error().what);
    std::vector<std::string> inputs;
    for (const model::PlannedBuffer& buffer : job.plan->buffers) inputs.push_back(content_of(buffer));

    const auto expected = program->run(HostKernel::reference, HostOrder::forwards, inputs, should_stop);
    if (!expected) return not_run(expected.error().what);
    if (!expected->trouble.empty()) return not_run("the reference does not run on a processor: " + expected->trouble);
    std::optional<model::ExceededLimit> exceeded;
    for (const HostOrder order : {HostOrder::forwards, HostOrder::backwards}) {
        const auto got = program->run(HostKernel::variant, order, inputs, should_stop);
        if (!got) return not_run(got.error().what);
        if (!got->trouble.empty()) return wrong(got->trouble);
        const auto differs = difference(*job.plan, got->outputs, expected->outputs);
        if (!differs && !exceeded) exceeded = first_exceeded(*program, *got, *expected);
        if (!differs) continue;
        if (order == HostOrder::forwards) return wrong(*differs);
        return wrong(*differs + " once the block's threads run in another order: a barrier is missing");
    }
    if (exceeded) return {model::VerificationStatus::over_limit, against, std::nullopt, exceeded};
    return {model::VerificationStatus::matched, against, std::nullopt, std::nullopt};
}

}  // namespace spillway::worker
