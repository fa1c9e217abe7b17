#pragma once

// What the launches of a log come to.

#include <cstdint>
#include <vector>

#include "app/trace/trace.h"

namespace spillway::trace {

struct LoggedLaunch {
    std::int64_t start_ns = 0, duration_ns = 0, stream = 0;
    std::uint32_t kernel = 0;
};
/// Those that are not kept one by one.
struct SummedLaunches {
    std::int64_t launches = 0, total_ns = 0, least_ns = 0, most_ns = 0;
};

[[nodiscard]] double seconds_of(std::int64_t ns);

/// Launches into their kernels: how many, on how many streams, how long. `summed` is by kernel.
void add_up(Trace& trace, const std::vector<LoggedLaunch>& launches, const std::vector<SummedLaunches>& summed);
void add_occupancy(Trace& trace);
/// Where each kernel stands once the one with the most time comes first.
[[nodiscard]] std::vector<std::int64_t> sort_kernels(Trace& trace);
/// Of several GPUs, what each of them ran. `differ`: two processes called different GPUs by one number.
void add_gpu_notices(Trace& trace, bool differ);

}  // namespace spillway::trace
