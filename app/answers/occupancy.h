#pragma once

// Theoretical occupancy, from NVIDIA's own calculator (cuda_occupancy.h) over a GPU's figures. No driver, no GPU.

#include <cstdint>
#include <optional>

#include "app/model/block_needs.h"
#include "app/model/error.h"
#include "app/model/gpu.h"
#include "app/model/job.h"
#include "app/model/occupancy_curves.h"
#include "app/model/run_result.h"

namespace spillway::answers {

/// Whether the calculator was there when this was built; where not, occupancy() is an Error.
[[nodiscard]] bool has_calculator();

/// Blocks and warps per SM and what limits them. A resource that the kernel does not use at all limits nothing:
/// its limit is given as the SM's block limit, which is the most that any number of it could allow. A launch that
/// does not fit has 0 blocks, and the resource that refuses it is the limiter.
[[nodiscard]] model::Expected<model::Occupancy> occupancy(const model::Gpu& gpu, const model::BlockNeeds& needs);

/// Why the GPU would refuse this launch: too many threads, registers or too much shared memory, with the limit in
/// the message and the knob in the advice. Nothing where it fits.
[[nodiscard]] std::optional<model::Error> check_launch(const model::Gpu& gpu, const model::BlockNeeds& needs,
                                                       const std::int64_t (&block)[3]);

/// Warps per SM if one thing were different: block size 32 to the most in steps of 32, registers 1 to the most,
/// shared memory 0 to the most in steps of 1 KiB and at both sides of every edge.
[[nodiscard]] model::Expected<model::OccupancyCurves> occupancy_curves(const model::Gpu& gpu,
                                                                       const model::BlockNeeds& needs);

}  // namespace spillway::answers
