#pragma once

// Kernels of the interpreter's benchmark, as PTX.

#include <cstdint>
#include <string>
#include <vector>

namespace spillway::bench {

struct PtxKernel {
    const char* name;
    std::string text;  ///< entry "k", parameters: input, output (32-bit words), rounds
    std::int64_t blocks, threads, rounds;
};

[[nodiscard]] std::vector<PtxKernel> ptx_kernels();

}  // namespace spillway::bench
