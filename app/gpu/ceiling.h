#pragma once

#include "app/gpu/sampler.h"

namespace spillway::gpu {

/// Measures the fastest copy between two arrays of `bytes`: alternates the driver's copy and ours. The result is bytes
/// read plus written per second; 0 if no batch was usable (see sampler.h).
[[nodiscard]] Failure measure_ceiling(const DriverApi& api, const DeviceHelpers& own, Sampler& sampler,
                                      std::int64_t bytes, double& bytes_per_second);

}  // namespace spillway::gpu
