#pragma once

// NVIDIA driver information that needs no context: presence, GPUs and their limits.

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
    std::optional<model::Error> trouble;  ///< reason why no GPU is usable
    std::vector<model::Gpu> gpus;         ///< named "live", "live1", ...
};

/// Loads libcuda.so.1 (SPILLWAY_LIBCUDA names another file; "none" disables the driver) and queries it. Can take some
/// hundred milliseconds on a machine with GPUs.
[[nodiscard]] DriverProbe probe_driver();

}  // namespace spillway::gpu
