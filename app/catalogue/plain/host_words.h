#pragma once

// Names that only a host compiler knows: types, and names of the standard library.

#include <string_view>
#include <vector>

namespace spillway::catalogue {

/// Header of libcu++ with this standard library name for device code ("cuda/std/type_traits"); empty if none.
[[nodiscard]] std::string_view device_header_of(std::string_view standard_name);

/// Whether a declaration uses host-only names: std::vector, FILE, cublasHandle_t, cudaMalloc(.
[[nodiscard]] bool is_for_host(const std::vector<std::string_view>& words);

}  // namespace spillway::catalogue
