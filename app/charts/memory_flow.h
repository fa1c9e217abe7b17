#pragma once

// What a launch moved between the levels of the memory hierarchy, from its hardware counters.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/model/run_result.h"

namespace spillway::charts {

enum class MemoryLevel { registers, shared, l1, texture, constant, l2, dram };

/// The traffic of one direction between two levels.
struct MemoryArrow {
    MemoryLevel from, to;
    double bytes = 0;
    double local_bytes = 0;            ///< of them, local memory's, where the counters tell it
    bool is_both_ways = false;         ///< the counters do not tell reads from writes
    bool is_most = false;              ///< the bytes are the most that can be: a pass moves up to 128 of them
    std::optional<double> roof_share;  ///< of the measured time that this traffic needs at least
    std::string resource;              ///< whose share that is, as in the account of the time; empty: nobody's
};

/// Without arrows where the launch was not counted; then `reason` says why.
struct MemoryFlow {
    std::vector<MemoryArrow> arrows;
    std::string reason;
    std::string limited_by;          ///< as in the account of the time
    std::optional<double> l1_share;  ///< of the time, of all that passes through L1, both ways
};

[[nodiscard]] MemoryFlow memory_flow(const model::Measurement& measurement);

/// "L1", "Shared memory".
[[nodiscard]] const char* level_name(MemoryLevel level);

/// The launch in numbers: how many blocks, what runs at a time, what the last wave leaves idle.
struct LaunchFigure {
    std::int64_t blocks = 0, threads_per_block = 0, warps_per_block = 0;
    std::int64_t blocks_per_sm = 0, sms = 0;
    [[nodiscard]] std::int64_t blocks_at_a_time() const { return blocks_per_sm * sms; }
    [[nodiscard]] std::int64_t waves() const;
    /// Of the block slots of the last wave, the share that stays empty.
    [[nodiscard]] double idle_in_last_wave() const;
};

}  // namespace spillway::charts
