#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/model/gpu.h"
#include "app/model/run_result.h"

namespace spillway::teaching {

/// Contents of the SM picture, in the units of its resources.
struct SmFacts {
    bool full = false;   ///< every warp slot is used
    bool known = false;  ///< false: an empty SM, with the refused block's needs if the report has them
    int blocks = 0;      ///< resident blocks per SM
    int launched = 0;    ///< blocks that the launch places on the busiest SM; at most `blocks`
    int warps_per_block = 0;
    int registers_per_thread = 0;
    std::int64_t registers_per_block = 0;  ///< as the hardware allocates them
    std::int64_t shared_per_block = 0;     ///< including the reserved part
    std::int64_t reserved_per_block = 0;
    bool limited_by_registers = false, limited_by_shared = false, limited_by_warps = false, limited_by_blocks = false;

    std::int64_t registers = 0;               ///< per SM
    std::int64_t shared = 0;                  ///< maximum shared memory per SM
    std::int64_t shared_carved = 0;           ///< shared memory under the current carve-out, at most `shared`
    std::int64_t data_cache = 0;              ///< shared memory and L1 together; 0 if unknown
    std::optional<std::string> why_no_split;  ///< why the split is unknown
    int warps = 0;
    int block_slots = 0;
};

/// Derives the facts from a result; `result` may be null. The split of L1 and shared memory comes from the GPU of
/// `table` with the same compute capability, because the driver does not report it. `launched_blocks`: blocks of the
/// whole grid; without it the launch is assumed to fill the SM.
[[nodiscard]] SmFacts sm_facts(const model::RunResult* result, const model::Gpu& gpu, std::span<const model::Gpu> table,
                               std::optional<std::int64_t> launched_blocks = std::nullopt);

/// "4 blocks of 8 warps", or "1 block of 8 warps, 4 would fit".
[[nodiscard]] std::string blocks_words(const SmFacts& facts);

}  // namespace spillway::teaching
