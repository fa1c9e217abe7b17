#pragma once

// The NVIDIA driver, as far as it can be asked without making a context: is it there, which GPUs, their limits.

#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/gpu.h"

namespace spillway::gpu {

struct DriverProbe {
    bool has_driver = false;
    std::string version;  ///< "580.95.05, CUDA 13.0", as far as known
    std::string path;
    std::optional<model::Error> trouble;  ///< why there is no GPU to use
    std::vector<model::Gpu> gpus;         ///< named "live", "live1", ...
};

/// Loads libcuda.so.1 (SPILLWAY_LIBCUDA names another file; "none" means: behave as without a driver) and asks it.
/// Can take some hundred milliseconds on a machine with GPUs.
[[nodiscard]] DriverProbe probe_driver();

}  // namespace spillway::gpu
