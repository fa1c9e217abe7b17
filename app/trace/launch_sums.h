#pragma once

// Sums up the launches of a log.

#include <cstdint>
#include <vector>

#include "app/trace/trace.h"

namespace spillway::trace {

struct LoggedLaunch {
    std::int64_t start_ns = 0, duration_ns = 0, stream = 0;
    std::uint32_t kernel = 0;
};
/// Launches without individual records.
struct SummedLaunches {
    std::int64_t launches = 0, total_ns = 0, least_ns = 0, max_ns = 0;
};

[[nodiscard]] double seconds_of(std::int64_t ns);

/// Sets the number of launches, of streams, and the times of each kernel. `summed` is by kernel.
void add_up(Trace& trace, const std::vector<LoggedLaunch>& launches, const std::vector<SummedLaunches>& summed);
void add_occupancy(Trace& trace);
/// Sorts the kernels by time, longest first. Returns the new index of each kernel.
[[nodiscard]] std::vector<std::int64_t> sort_kernels(Trace& trace);
/// Adds a notice with the launches and times of each GPU, if there are several. `differ`: two processes use one number
/// for different GPUs.
void add_gpu_notices(Trace& trace, bool differ);

}  // namespace spillway::trace
