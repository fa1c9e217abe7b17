#pragma once

// Bytes that a launch moved between the levels of the memory hierarchy, from its hardware counters.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::charts {

enum class MemoryLevel { registers, shared, l1, texture, constant, l2, dram, host };

/// Traffic in one direction between two levels.
struct MemoryArrow {
    MemoryLevel from, to;
    double bytes = 0;
    double local_bytes = 0;                       ///< part of the bytes; 0 if no counter gives it
    bool is_both_ways = false;                    ///< the counters do not separate reads from writes
    bool is_upper_bound = false;                  ///< `bytes` is an upper bound
    std::optional<double> roof_share;             ///< share of the measured time that this traffic needs at least
    std::string resource;                         ///< resource of that share in the time account; empty: none
    std::optional<double> bytes_per_second = {};  ///< if this traffic alone takes the measured time
};

/// A launch's traffic. Without counters, the GPU's own arrows are missing and `reason` says why.
struct MemoryFlow {
    std::vector<MemoryArrow> arrows;
    std::string reason;
    std::string limited_by;  ///< as in the time account
    /// Shares of the time for both directions together, which use the same hardware: traffic through L1, and DRAM's.
    std::optional<double> l1_share, dram_share;
};

[[nodiscard]] MemoryFlow memory_flow(const model::Measurement& measurement);

/// Adds the traffic over the bus, from the launch plan instead of counters: a copy's bytes, or the size of the kernel's
/// host buffers, the most that it can read. Adds nothing if all data is in GPU memory.
void add_host_memory(MemoryFlow& flow, const model::LaunchPlan& plan, const model::Measurement& measurement);

/// "L1", "Shared memory".
[[nodiscard]] const char* level_name(MemoryLevel level);

}  // namespace spillway::charts
