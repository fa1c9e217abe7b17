#include "app/trace/launch_sums.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "app/answers/occupancy.h"
#include "app/model/grouped.h"

namespace spillway::trace {
namespace {

constexpr double max_seconds = 1e9;

}  // namespace

double seconds_of(std::int64_t ns)
{
    return static_cast<double>(ns) * 1e-9;
}

void add_up(Trace& trace, const std::vector<LoggedLaunch>& launches, const std::vector<SummedLaunches>& summed)
{
    std::vector<std::vector<std::int64_t>> durations(trace.kernels.size());
    std::vector<std::set<std::int64_t>> streams(trace.kernels.size());
    for (const LoggedLaunch& launch : launches) {
        durations[launch.kernel].push_back(launch.duration_ns);
        streams[launch.kernel].insert(launch.stream);
    }
    for (std::size_t i = 0; i < trace.kernels.size(); ++i) {
        TracedKernel& kernel = trace.kernels[i];
        std::vector<std::int64_t>& of_kernel = durations[i];
        const SummedLaunches& sum = summed[i];
        std::ranges::sort(of_kernel);
        double total = seconds_of(sum.total_ns);
        for (const std::int64_t duration : of_kernel) total += seconds_of(duration);
        kernel.launches = sum.launches + static_cast<std::int64_t>(of_kernel.size());
        kernel.streams = static_cast<std::int64_t>(streams[i].size());
        total = std::min(total, max_seconds);
        kernel.seconds.total = total;
        if (!of_kernel.empty()) {
            const std::size_t middle = of_kernel.size() / 2;
            kernel.seconds = {seconds_of(of_kernel.front()),
                              of_kernel.size() % 2
                                  ? seconds_of(of_kernel[middle])
                                  : (seconds_of(of_kernel[middle - 1]) + seconds_of(of_kernel[middle])) / 2,
                              seconds_of(of_kernel.back()), total};
        }
        if (sum.launches == 0) continue;
        const double least = seconds_of(sum.least_ns), most = seconds_of(sum.max_ns);
        kernel.seconds.min = of_kernel.empty() ? least : std::min(kernel.seconds.min, least);
        kernel.seconds.max = std::max(kernel.seconds.max, most);
        if (of_kernel.empty()) kernel.seconds.median = total / static_cast<double>(sum.launches);
    }
}

void add_occupancy(Trace& trace)
{
    for (TracedKernel& kernel : trace.kernels) {
        const auto gpu =
            std::ranges::find_if(trace.gpus, [&](const TracedGpu& known) { return known.index == kernel.gpu; });
        if (gpu == trace.gpus.end()) continue;
        model::BlockNeeds needs;
        needs.registers = static_cast<int>(kernel.registers);
        needs.threads = kernel.threads_per_block();
        needs.static_shared_bytes = kernel.static_shared_bytes;
        needs.dynamic_shared_bytes = kernel.dynamic_shared_bytes;
        if (const auto occupancy = answers::occupancy(gpu->gpu, needs)) kernel.occupancy = *occupancy;
    }
}

std::vector<std::int64_t> sort_kernels(Trace& trace)
{
    std::vector<std::size_t> order(trace.kernels.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const TracedKernel &one = trace.kernels[a], &other = trace.kernels[b];
        return std::pair(one.seconds.total, one.launches) > std::pair(other.seconds.total, other.launches);
    });
    std::vector<TracedKernel> sorted;
    std::vector<std::int64_t> places(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        places[order[place]] = static_cast<std::int64_t>(place);
        sorted.push_back(std::move(trace.kernels[order[place]]));
    }
    trace.kernels = std::move(sorted);
    return places;
}

void add_gpu_notices(Trace& trace, bool differ)
{
    struct Share {
        std::int64_t launches = 0;
        double seconds = 0;
    };
    std::map<std::int64_t, Share> shares;
    for (const TracedKernel& kernel : trace.kernels) {
        shares[kernel.gpu].launches += kernel.launches;
        shares[kernel.gpu].seconds += kernel.seconds.total;
    }
    if (shares.size() > 1) {
        std::string words;
        for (const auto& [index, share] : shares) {
            char milliseconds[40];
            std::snprintf(milliseconds, sizeof milliseconds, "%.3f", share.seconds * 1e3);
            words += (words.empty() ? "GPU " : "; GPU ") + std::to_string(index) + ": " +
                     model::grouped(std::to_string(share.launches)) +
                     (share.launches == 1 ? " launch, " : " launches, ") + milliseconds + " ms";
        }
        trace.notices.push_back(words + ". They may have run at the same time: time % is of their sum.");
    }
    if (differ)
        trace.notices.emplace_back(
            "In two processes, one GPU number meant different GPUs (CUDA_VISIBLE_DEVICES): the GPU's figures and the "
            "occupancy are those of the first process.");
}

}  // namespace spillway::trace
