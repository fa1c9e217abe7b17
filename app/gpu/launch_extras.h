#pragma once

// Optional launch attributes: thread block clusters and persisting L2 lines. Newer drivers and GPUs only.

#include <cstdint>
#include <optional>

#include "app/gpu/device.h"
#include "app/gpu/launch.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Returns an Error with the GPU's limits if this GPU or its driver cannot run the plan.
[[nodiscard]] std::optional<model::Error> check_extras(const DriverApi& api, CuDevice device, const model::Job& job);

/// Prepares a function for launches with such clusters.
[[nodiscard]] Failure allow_cluster(const DriverApi& api, CuFunction function, std::int64_t cluster);

/// Sets `refused` if not even one cluster fits on the GPU.
[[nodiscard]] Failure check_fit(const DriverApi& api, const Launch& launch, const model::Job& job,
                                std::optional<model::Error>& refused);

}  // namespace spillway::gpu
