#pragma once

// Metrics of a result from hardware counters (Measurement::counters, keyed by ncu's names). Without counters, some are
// estimated from the blocks that the interpreter of PTX ran (RunResult::counted).

#include <optional>

#include "app/model/run_result.h"

namespace spillway::model {

using Number = std::optional<double>;

[[nodiscard]] Number global_load_requests(const RunResult& result);
[[nodiscard]] Number global_load_sectors(const RunResult& result);
[[nodiscard]] Number sectors_per_request(const RunResult& result);
[[nodiscard]] Number global_store_requests(const RunResult& result);
[[nodiscard]] Number global_store_sectors(const RunResult& result);
[[nodiscard]] Number local_load_sectors(const RunResult& result);
[[nodiscard]] Number local_store_sectors(const RunResult& result);
[[nodiscard]] Number l1_hit_rate_global(const RunResult& result);
[[nodiscard]] Number l1_hit_rate_local(const RunResult& result);
[[nodiscard]] Number l1_hit_rate(const RunResult& result);
[[nodiscard]] Number texture_hit_rate(const RunResult& result);
[[nodiscard]] Number l2_hit_rate(const RunResult& result);
[[nodiscard]] Number l1_hit_rate_local_loads(const RunResult& result);
[[nodiscard]] Number l2_read_sectors(const RunResult& result);
[[nodiscard]] Number l2_write_sectors(const RunResult& result);
[[nodiscard]] Number dram_read_bytes(const RunResult& result);
[[nodiscard]] Number dram_write_bytes(const RunResult& result);
[[nodiscard]] Number shared_bank_conflicts(const RunResult& result);
/// PTX instructions of warps, and the share of their lanes that were active: only the interpreter counts them.
[[nodiscard]] Number ptx_instructions(const RunResult& result);
[[nodiscard]] Number active_lanes(const RunResult& result);
/// Wavefronts of shared memory, divided by those that would remain without bank conflicts.
[[nodiscard]] Number bank_conflict_ways(const RunResult& result);
[[nodiscard]] Number instructions_executed(const RunResult& result);
[[nodiscard]] Number local_load_requests(const RunResult& result);
[[nodiscard]] Number local_store_requests(const RunResult& result);
[[nodiscard]] Number local_instructions_executed(const RunResult& result);
[[nodiscard]] Number achieved_occupancy(const RunResult& result);

}  // namespace spillway::model
