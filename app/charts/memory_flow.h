#pragma once

// What a launch moved between the levels of the memory hierarchy, from its hardware counters.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::charts {

enum class MemoryLevel { registers, shared, l1, texture, constant, l2, dram, host };

/// The traffic of one direction between two levels.
struct MemoryArrow {
    MemoryLevel from, to;
    double bytes = 0;
    double local_bytes = 0;            ///< of them, local memory's, where the counters tell it
    bool is_both_ways = false;         ///< the counters do not tell reads from writes
    bool is_most = false;              ///< the bytes are the most that can be: a pass moves up to 128 of them
    std::optional<double> roof_share;  ///< of the measured time that this traffic needs at least
    std::string resource;              ///< whose share that is, as in the account of the time; empty: none
    std::optional<double> bytes_per_second = {};  ///< where the measured time is this traffic's alone
};

/// Without the GPU's own arrows where the launch was not counted; then `reason` says why.
struct MemoryFlow {
    std::vector<MemoryArrow> arrows;
    std::string reason;
    std::string limited_by;          ///< as in the account of the time
    std::optional<double> l1_share;  ///< of the time, of all that passes through L1, both ways
};

[[nodiscard]] MemoryFlow memory_flow(const model::Measurement& measurement);

/// What crosses the bus, from the plan and not from counters: a copy's bytes, or the size of the host memory that the
/// kernel was given, which is the most that it reads. Adds nothing where all data is the GPU's.
void add_host_memory(MemoryFlow& flow, const model::LaunchPlan& plan, const model::Measurement& measurement);

/// "L1", "Shared memory".
[[nodiscard]] const char* level_name(MemoryLevel level);

}  // namespace spillway::charts
