#pragma once

// What a launch may ask for beside its shape: clusters of blocks, and lines that L2 keeps. Newer drivers and GPUs only.

#include <cstdint>
#include <optional>

#include "app/gpu/device.h"
#include "app/gpu/launch.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Why this GPU or its driver cannot do what the plan asks for, if so, with the GPU's own limits.
[[nodiscard]] std::optional<model::Error> check_extras(const DriverApi& api, CuDevice device, const model::Job& job);

/// What a function needs before it is launched with such clusters.
[[nodiscard]] Failure allow_cluster(const DriverApi& api, CuFunction function, std::int64_t cluster);

/// Why not a single cluster fits on the GPU, if so.
[[nodiscard]] Failure check_fit(const DriverApi& api, const Launch& launch, const model::Job& job,
                                std::optional<model::Error>& refused);

}  // namespace spillway::gpu
