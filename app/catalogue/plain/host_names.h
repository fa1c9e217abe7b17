#pragma once

// What nvcc brings by itself or with the host's headers, and NVRTC does not.

#include <string>

#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {

/// A header for what device_part() left: uint, uint32_t, FLT_MAX, INFINITY, and those names of std:: that its texts
/// use and libcu++ has for devices.
[[nodiscard]] std::string host_names(const SourceFiles& files);

/// What <cub/cub.cuh> has for blocks and warps.
[[nodiscard]] std::string cub_for_devices();

}  // namespace spillway::catalogue
