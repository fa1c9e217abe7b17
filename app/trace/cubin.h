#pragma once

// Reads the kernels of a compiled module (a cubin: an ELF file by NVIDIA) with the figures that ptxas reported.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::trace {

inline constexpr std::size_t max_cubin_bytes = std::size_t{16} << 20;

struct CubinKernel {
    std::string mangled;
    std::int64_t registers = 0;          ///< per thread, from ptxas
    std::int64_t stack_frame_bytes = 0;  ///< per thread, without called functions
    std::int64_t code_bytes = 0;
};

struct Cubin {
    bool has_lines = false;  ///< compiled with -lineinfo or -G
    std::vector<CubinKernel> kernels;
};

/// Empty if `bytes` is not a cubin, or larger than max_cubin_bytes. Checks every offset and size before it uses them.
[[nodiscard]] std::optional<Cubin> read_cubin(std::string_view bytes);

}  // namespace spillway::trace
