#pragma once

// Names that nvcc defines, itself or through host headers, and NVRTC does not.

#include <string>

#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {

/// Header for the texts left by device_part(): uint, uint32_t, FLT_MAX, INFINITY, and the names of std:: that the texts
/// use and libcu++ has for devices.
[[nodiscard]] std::string host_names(const SourceFiles& files);

/// Block and warp parts of <cub/cub.cuh>.
[[nodiscard]] std::string cub_for_devices();

}  // namespace spillway::catalogue
