#pragma once

// Counts the steps that warps go through on the host: what lanes do together is one step, what they do apart is one for
// each. For a kernel that is compiled with -fsanitize-coverage=trace-pc, without optimisation and with frame pointers:
// at each piece of code without a branch the compiler calls a function in steps.cpp.

#include <cstdint>

namespace host_cuda {

void count_steps();

/// Of all warps since then; nothing is counted any more. Of lanes that are apart, those go first whose code stands
/// first in the program, as a GPU brings them together again behind a branch.
[[nodiscard]] std::uint64_t counted_steps();

}  // namespace host_cuda
