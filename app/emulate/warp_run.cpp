#include "app/emulate/warp_run.h"

#include "app/emulate/kernel_run.h"

namespace spillway::emulate {
namespace {

/// Instructions of all warps of the block: more than a lecture looks at, and an end to a kernel that has none.
constexpr std::uint64_t most_warp_instructions = std::uint64_t{1} << 28;

}  // namespace

model::Expected<std::unique_ptr<WarpRun>> WarpRun::start(const model::Job& job,
                                                         std::shared_ptr<const ptx::Module> module,
                                                         const std::string& entry, const ptx::StepperOptions& options)
{
    if (!job.plan || !job.plan->is_kernel())
        return model::Error{"this variant launches no kernel of ours", "its launch", "choose another variant"};
    auto buffers = TouchedBuffers::make(*job.plan);
    if (!buffers) return buffers.error();
    std::unique_ptr<WarpRun> run(new WarpRun(std::move(*buffers), std::move(module)));
    auto launch = launch_of(job, Which::variant, *run->module_, entry, run->buffers_.bytes());
    if (!launch) return launch.error();
    launch->limits.instructions = most_warp_instructions;
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

}  // namespace spillway::emulate
