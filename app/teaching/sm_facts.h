#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/model/gpu.h"
#include "app/model/run_result.h"

namespace spillway::teaching {

/// What the picture of one SM shows, in the units of the resources.
struct SmFacts {
    bool full = false;   ///< every warp slot is taken
    bool known = false;  ///< false: an empty SM, with what the refused block needs, if known
    int blocks = 0;      ///< that can be resident
    int launched = 0;    ///< of these, those that the launch has for the SM that gets most; at most `blocks`
    int warps_per_block = 0;
    int registers_per_thread = 0;
    std::int64_t registers_per_block = 0;  ///< as the hardware allocates them
    std::int64_t shared_per_block = 0;     ///< with the reserved part
    std::int64_t reserved_per_block = 0;
    bool limited_by_registers = false, limited_by_shared = false, limited_by_warps = false, limited_by_blocks = false;

    std::int64_t registers = 0;               ///< of the SM
    std::int64_t shared = 0;                  ///< the most that shared memory can have of the SM's data cache
    std::int64_t shared_carved = 0;           ///< what the carve-out gives it now, at most `shared`
    std::int64_t data_cache = 0;              ///< shared memory and L1 together; 0 where that is not known
    std::optional<std::string> why_no_split;  ///< why it is not known
    int warps = 0;
    int block_slots = 0;
};

/// Reads the facts off a result; `result` may be null. How L1 and shared memory are divided comes from the GPU of the
/// table with the same compute capability: the driver does not tell it of a live one. `launched_blocks` is the whole
/// grid's number; without it the launch is taken to fill the SM.
[[nodiscard]] SmFacts sm_facts(const model::RunResult* result, const model::Gpu& gpu, std::span<const model::Gpu> table,
                               std::optional<std::int64_t> launched_blocks = std::nullopt);

/// "4 blocks of 8 warps", or "1 block of 8 warps, room for 4".
[[nodiscard]] std::string blocks_words(const SmFacts& facts);

}  // namespace spillway::teaching
