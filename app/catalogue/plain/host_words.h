#pragma once

// What only a host's compiler knows, by its words: types, names of the standard library.

#include <string_view>
#include <vector>

namespace spillway::catalogue {

/// The header of libcu++ that has this name of the standard library for device code ("cuda/std/type_traits"); empty
/// where none has.
[[nodiscard]] std::string_view device_header_of(std::string_view standard_name);

/// Whether a declaration uses what only a host has: std::vector, FILE, cublasHandle_t, cudaMalloc(.
[[nodiscard]] bool is_for_host(const std::vector<std::string_view>& words);

}  // namespace spillway::catalogue
