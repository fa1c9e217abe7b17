#pragma once

// Classifies an included header by its name: host, CUDA for the device, or one of the file's own.

#include <string_view>

namespace spillway::catalogue {

/// Headers without device code, or built into NVRTC: of the standard library, the system, CUDA's host side, a
/// well-known host library, or installed in the system's include folders.
[[nodiscard]] bool is_host_header(std::string_view name);
/// Headers of libcu++ and CUB, and CUDA headers that include them.
[[nodiscard]] bool includes_libcuxx(std::string_view name);
/// <cub/cub.cuh>, <cub/device/device_reduce.cuh>: host launches and streams, mixed with block and warp parts.
[[nodiscard]] bool is_header_of_cub_for_hosts(std::string_view name);

}  // namespace spillway::catalogue
