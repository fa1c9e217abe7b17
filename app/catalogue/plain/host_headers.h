#pragma once

// What an included header is, by its name: the host's, CUDA's for a device, or one that must be among the file's own.

#include <string_view>

namespace spillway::catalogue {

/// Of the standard library, the system, CUDA's host side or a well-known library of the host's, or installed where the
/// system keeps its headers: nothing in it is for device code, or NVRTC has it by itself.
[[nodiscard]] bool is_host_header(std::string_view name);
/// Of libcu++ and CUB, and CUDA's own that include those.
[[nodiscard]] bool includes_libcuxx(std::string_view name);
/// <cub/cub.cuh>, <cub/device/device_reduce.cuh>: launches and streams, and the block's and warp's parts among them.
[[nodiscard]] bool is_header_of_cub_for_hosts(std::string_view name);

}  // namespace spillway::catalogue
