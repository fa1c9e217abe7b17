#include "app/charts/launch_figure.h"

#include <cmath>

#include "app/catalogue/job.h"
#include "app/model/grouped.h"

namespace spillway::charts {
namespace {

std::string number_of(std::int64_t number, const char* what)
{
    return model::grouped(std::to_string(number)) + " " + what + (number == 1 ? "" : "s");
}

}  // namespace

std::int64_t LaunchFigure::waves() const
{
    const std::int64_t slots = blocks_at_a_time();
    return slots > 0 ? (blocks + slots - 1) / slots : 0;
}

double LaunchFigure::idle_in_last_wave() const
{
    const std::int64_t slots = blocks_at_a_time();
    if (slots <= 0 || blocks <= 0) return 0;
    const std::int64_t last = blocks - (waves() - 1) * slots;
    return 1 - static_cast<double>(last) / static_cast<double>(slots);
}

std::optional<LaunchFigure> launch_figure(const model::Experiment& experiment, const model::Gpu& gpu,
                                          const model::RunResult& result)
{
    const model::Variant* variant = experiment.find_variant(result.variant);
    if (variant == nullptr || !variant->is_kernel() || !result.occupancy) return std::nullopt;
    const auto job = catalogue::make_job(experiment, *variant, result.parameters, gpu);
    if (!job) return std::nullopt;
    LaunchFigure launch;
    launch.blocks = job->grid[0] * job->grid[1] * job->grid[2];
    launch.threads_per_warp = gpu.warp_size;
    launch.threads_per_block = job->threads_per_block();
    launch.warps_per_block = (launch.threads_per_block + gpu.warp_size - 1) / gpu.warp_size;
    launch.blocks_per_sm = result.occupancy->blocks_per_sm;
    launch.sms = gpu.sm_count;
    if (result.compile) {
        launch.registers = result.compile->registers;
        launch.frame_bytes = result.compile->stack_frame_bytes;
    }
    return launch;
}

std::string launch_words(const LaunchFigure& launch)
{
    std::string words = number_of(launch.blocks, "block") + " of " + number_of(launch.threads_per_block, "thread") +
                        " (" + number_of(launch.warps_per_block, "warp") + ").";
    if (launch.blocks_at_a_time() <= 0) return words;
    words += " " + number_of(launch.blocks_per_sm, "block") + (launch.blocks_per_sm == 1 ? " fits" : " fit") +
             " on an SM, " + model::grouped(std::to_string(launch.blocks_at_a_time())) + " on the GPU's " +
             number_of(launch.sms, "SM") + ": " + number_of(launch.waves(), "wave");
    const long idle = std::lround(100 * launch.idle_in_last_wave());
    const char* whose = launch.waves() == 1 ? " % of its places" : " % of the last one's places";
    return words + (idle == 0 ? "." : "; " + std::to_string(idle) + whose + " stay empty.");
}

}  // namespace spillway::charts
