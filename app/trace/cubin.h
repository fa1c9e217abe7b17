#pragma once

// What a compiled module (a cubin: an ELF file of NVIDIA's) says of its kernels: what ptxas reported when it was
// compiled.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::trace {

inline constexpr std::size_t most_cubin_bytes = std::size_t{16} << 20;

struct CubinKernel {
    std::string mangled;
    std::int64_t registers = 0;          ///< per thread, as ptxas says
    std::int64_t stack_frame_bytes = 0;  ///< per thread, of the function itself
    std::int64_t code_bytes = 0;
};

struct Cubin {
    bool has_lines = false;  ///< compiled with -lineinfo or -G
    std::vector<CubinKernel> kernels;
};

/// Nothing where it is no cubin. Everything in it is checked before it is followed.
[[nodiscard]] std::optional<Cubin> read_cubin(std::string_view bytes);

}  // namespace spillway::trace
