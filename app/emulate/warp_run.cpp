#include "app/emulate/warp_run.h"

#include "app/emulate/kernel_run.h"

namespace spillway::emulate {
namespace {

/// Limit for all warps of the block: more than anyone steps through, and it ends an endless kernel.
constexpr std::uint64_t max_warp_instructions = std::uint64_t{1} << 28;

}  // namespace

model::Expected<std::unique_ptr<WarpRun>> WarpRun::start(const model::Job& job,
                                                         std::shared_ptr<const ptx::Module> module,
                                                         const std::string& entry, const ptx::StepperOptions& options)
{
    if (!job.plan || !job.plan->is_kernel())
        return model::Error{"this variant is a copy by the driver or a library's function, without PTX", "its launch",
                            "choose another variant"};
    auto buffers = TouchedBuffers::make(*job.plan);
    if (!buffers) return buffers.error();
    std::unique_ptr<WarpRun> run(new WarpRun(std::move(*buffers), std::move(module)));
    auto launch = launch_of(job, Which::variant, *run->module_, entry, run->buffers_.bytes());
    if (!launch) return launch.error();
    launch->limits.instructions = max_warp_instructions;
    launch->before_access = [held = &run->buffers_](int buffer, std::uint64_t first, std::uint64_t bytes) {
        held->prepare(buffer, first, bytes);
    };
    auto stepper = ptx::Stepper::start(*run->module_, std::move(*launch), options);
    if (!stepper) return stepper.error();
    run->stepper_ = std::move(*stepper);
    return run;
}

std::int64_t block_count(const model::Job& job)
{
    return job.grid[0] * job.grid[1] * job.grid[2];
}

int warp_count(const model::Job& job)
{
    return static_cast<int>((job.threads_per_block() + ptx::lane_count - 1) / ptx::lane_count);
}

/// Step of the warp's own fault with this number, from 1; empty if it has fewer.
static std::optional<std::size_t> step_of_own_fault(const ptx::WarpTrace& trace, std::size_t number)
{
    std::size_t met = 0;
    for (const ptx::SteppedFault& fault : trace.faults())
        if (!fault.is_others && ++met == number) return fault.step;
    return std::nullopt;
}

std::optional<std::size_t> step_of_place(const ptx::WarpTrace& trace, const catalogue::WarpPlace& place)
{
    using catalogue::WarpStop;
    if (trace.size() == 0) return std::nullopt;
    const auto number = static_cast<std::size_t>(place.number);
    if (place.stop == WarpStop::step) return number <= trace.size() ? std::optional(number - 1) : std::nullopt;
    if (place.stop == WarpStop::line) {
        for (std::size_t at = 0; at < trace.size(); ++at)
            if (trace.step(at).instruction->source_line == static_cast<int>(place.number)) return at;
        return std::nullopt;
    }
    if (place.stop == WarpStop::fault)
        if (const auto own = step_of_own_fault(trace, number)) return own;
    const ptx::StopAt what = place.stop == WarpStop::divergence ? ptx::StopAt::divergence
                             : place.stop == WarpStop::access   ? ptx::StopAt::access
                             : place.stop == WarpStop::barrier  ? ptx::StopAt::barrier
                                                                : ptx::StopAt::fault;
    std::optional<std::size_t> at;
    std::size_t met = 0;
    if (trace.is_met(0, what)) at = 0, met = 1;
    while (met < number) {
        at = trace.find(at.value_or(0), what, true);
        if (!at) return std::nullopt;
        ++met;
    }
    return at;
}

}  // namespace spillway::emulate
