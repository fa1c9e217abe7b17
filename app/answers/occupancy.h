#pragma once

// Theoretical occupancy from NVIDIA's calculator (cuda_occupancy.h) and a GPU's figures. Needs no driver and no GPU.

#include <cstdint>
#include <optional>

#include "app/model/block_needs.h"
#include "app/model/error.h"
#include "app/model/gpu.h"
#include "app/model/job.h"
#include "app/model/occupancy_curves.h"
#include "app/model/run_result.h"

namespace spillway::answers {

/// Whether this build includes the calculator; without it, occupancy() returns an Error.
[[nodiscard]] bool has_calculator();

/// Blocks and warps per SM, and their limiters. An unused resource limits nothing: its limit is then the SM's block
/// limit. From compute capability 8.0 on, each block takes reserved shared memory, which can limit a kernel that uses
/// none. A launch that does not fit has 0 blocks, and the refusing resource is the limiter.
[[nodiscard]] model::Expected<model::Occupancy> occupancy(const model::Gpu& gpu, const model::BlockNeeds& needs);

/// Reason why the GPU would refuse this launch: an invalid block, too many threads or registers, or too much shared
/// memory. The message names the limit; the advice says what to change. Empty if it fits. Without the calculator,
/// registers are not checked.
[[nodiscard]] std::optional<model::Error> check_launch(const model::Gpu& gpu, const model::BlockNeeds& needs,
                                                       const std::int64_t (&block)[3]);

/// Blocks and warps per SM as curves, each with one need changed: the block size in whole warps, the registers from 1,
/// or the shared memory from 0 (every KiB, and both sides of each place where the number of blocks changes). Each goes
/// up to the GPU's maximum.
[[nodiscard]] model::Expected<model::OccupancyCurves> occupancy_curves(const model::Gpu& gpu,
                                                                       const model::BlockNeeds& needs);

}  // namespace spillway::answers
