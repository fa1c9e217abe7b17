#pragma once

// What only a host's compiler knows, by its words: headers, types, names of the standard library.

#include <string_view>
#include <vector>

namespace spillway::catalogue {

/// Of the standard library, the system or CUDA's host side: nothing in it is for device code, or NVRTC has it by
/// itself.
[[nodiscard]] bool is_host_header(std::string_view name);
/// One of these that every system or every toolkit has, so that it is no header of the file's own that is missing.
[[nodiscard]] bool is_known_host_header(std::string_view name);
/// Of libcu++ and CUB, and CUDA's own that include those.
[[nodiscard]] bool includes_libcuxx(std::string_view name);
/// <cub/cub.cuh>, <cub/device/device_reduce.cuh>: launches and streams, and the block's and warp's parts among them.
[[nodiscard]] bool is_header_of_cub_for_hosts(std::string_view name);

/// The header of libcu++ that has this name of the standard library for device code ("cuda/std/type_traits"); empty
/// where none has.
[[nodiscard]] std::string_view device_header_of(std::string_view standard_name);

/// Whether a declaration uses what only a host has: std::vector, FILE, cublasHandle_t, cudaMalloc(.
[[nodiscard]] bool is_for_host(const std::vector<std::string_view>& words);

}  // namespace spillway::catalogue
