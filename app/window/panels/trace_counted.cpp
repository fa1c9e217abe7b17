#include "app/window/panels/trace_counted.h"

#include <algorithm>
#include <cmath>

#include "app/model/time_account.h"
#include "app/teaching/time_words.h"

namespace spillway::window {
namespace {

const trace::TracedGpu* gpu_of(const trace::Trace& trace, const trace::TracedKernel& kernel)
{
    const auto found =
        std::ranges::find_if(trace.gpus, [&](const trace::TracedGpu& each) { return each.index == kernel.gpu; });
    return found == trace.gpus.end() ? nullptr : &*found;
}

/// Measured roofs of this GPU model from an open recording; null if there is none.
const model::Roofs* roofs_of(const session::SessionView& session, const model::Gpu& gpu)
{
    for (const model::Gpu& known : session.gpus()) {
        const results::RecordingStatus* recording = session.recording(known.name);
        if (recording && recording->header.roofs && recording->header.gpu.is_same_model(gpu))
            return &*recording->header.roofs;
    }
    return nullptr;
}

model::RunResult result_of(const trace::TracedKernel& kernel)
{
    model::RunResult result;
    result.occupancy = kernel.occupancy;
    model::Measurement& measured = result.measurement;
    measured.source = model::MeasurementSource::recorded;
    model::SampleStatistics& seconds = measured.seconds.emplace();
    seconds.median = kernel.seconds.median;
    seconds.p20 = kernel.seconds.min;
    seconds.p80 = kernel.seconds.max;
    seconds.samples = static_cast<int>(std::min<std::int64_t>(kernel.launches, 1'000'000));
    measured.counters = kernel.counters;
    measured.counters_reason = kernel.counters_reason;
    return result;
}

std::optional<charts::LaunchFigure> figure_of(const trace::TracedKernel& kernel, const trace::TracedGpu* gpu)
{
    if (!kernel.occupancy || gpu == nullptr || gpu->gpu.warp_size <= 0) return std::nullopt;
    charts::LaunchFigure launch;
    launch.blocks = kernel.grid[0] * kernel.grid[1] * kernel.grid[2];
    launch.threads_per_warp = gpu->gpu.warp_size;
    launch.threads_per_block = kernel.threads_per_block();
    launch.warps_per_block = (launch.threads_per_block + gpu->gpu.warp_size - 1) / gpu->gpu.warp_size;
    launch.blocks_per_sm = kernel.occupancy->blocks_per_sm;
    launch.sms = gpu->gpu.sm_count;
    launch.registers = static_cast<int>(kernel.registers);
    if (kernel.code && kernel.code->has_frame()) launch.frame_bytes = kernel.code->stack_frame_bytes;
    return launch;
}

/// True if every level of the picture was counted: an uncounted level would look like zero traffic.
bool has_traffic(const std::map<std::string, double>& counters)
{
    const auto has = [&](const char* name) { return counters.contains(name); };
    return (has("dram__bytes_read.sum") || has("dram__bytes_op_read.sum")) &&
           has("lts__t_sectors_srcunit_tex_op_read.sum") && has("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
}

std::string waits_of(const trace::TracedKernel& kernel)
{
    const auto stalls = model::stall_reasons(*kernel.counters);
    const std::string largest = model::largest_stall(stalls);
    if (largest.empty()) return {};
    return "Its warps waited " + std::to_string(std::lround(100 * stalls.at(largest))) + " % of their time for " +
           teaching::stall_words(largest) + ".";
}

}  // namespace

CountedKernel counted_kernel(const session::SessionView& session, const trace::Trace& trace,
                             const trace::TracedKernel& kernel)
{
    const trace::TracedGpu* gpu = gpu_of(trace, kernel);
    const model::Roofs* roofs = gpu == nullptr ? nullptr : roofs_of(session, gpu->gpu);
    model::RunResult result = result_of(kernel);
    if (kernel.counters && !has_traffic(*kernel.counters)) {
        result.measurement.counters.reset();
        result.measurement.counters_reason =
            "This picture needs the DRAM, L2 and L1 read counters; the trace has others.";
    }
    if (roofs != nullptr && result.measurement.counters) model::explain(result.measurement, *roofs);
    CountedKernel counted{{kernel.name, figure_of(kernel, gpu), charts::memory_flow(result.measurement)}, {}};
    if (!kernel.counters) {
        if (!kernel.counters_reason)
            counted.card.flow.reason =
                "This kernel was not counted: spillway trace --counters NAME runs the program a second time for that.";
        return counted;
    }
    counted.account = teaching::time_sentence(result);
    if (counted.account.empty()) {
        counted.account = waits_of(kernel);
        if (roofs == nullptr)
            counted.account += (counted.account.empty() ? "" : " ") +
                               std::string(
                                   "How much of its time each memory needs is unknown: no open recording has "
                                   "measured what that GPU can do.");
    }
    return counted;
}

}  // namespace spillway::window
