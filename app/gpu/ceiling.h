#pragma once

#include "app/gpu/sampler.h"

namespace spillway::gpu {

/// The fastest copy between two arrays of `bytes`: the driver's own and ours, in turns. Bytes read plus written per
/// second; 0 where no batch was ahead.
[[nodiscard]] Failure measure_ceiling(const DriverApi& api, const DeviceHelpers& own, Sampler& sampler,
                                      std::int64_t bytes, double& bytes_per_second);

}  // namespace spillway::gpu
