#pragma once

// Kernels of a few instructions, written as PTX.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/ptx/machine.h"

namespace spillway::tests {

/// PTX of an entry "k" with the parameter output: %r1 is the thread's number, %r2 is 4 * %r1, %r3 is the address of 256
/// bytes of shared memory, and %rd1 that of the output.
[[nodiscard]] std::string small_kernel(const std::string& body, const std::string& variables = "");

/// Runs the entry "k" with 32 threads a block.
[[nodiscard]] ptx::RunResult run_with_output(std::vector<std::byte>& output, const std::string& text,
                                             std::int64_t blocks = 1, std::int64_t first = 0, std::int64_t most = 0,
                                             std::int64_t cluster = 1);
/// The same, with 4,096 bytes of output that the test does not need.
[[nodiscard]] ptx::RunResult run_small(const std::string& text, std::int64_t blocks = 1, std::int64_t first = 0,
                                       std::int64_t most = 0, std::int64_t cluster = 1);

}  // namespace spillway::tests
