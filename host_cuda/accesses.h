#pragma once

// Counts how often a kernel on the host touches the buffers of its launch. For a kernel that is compiled with
// -fsanitize=thread: before each access the compiler calls one of the functions in accesses.cpp, and no sanitizer is
// linked.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host_cuda {

struct Watched {
    const void* at;
    std::size_t bytes;
};

struct Accesses {
    std::uint64_t read_bytes = 0, written_bytes = 0;
    std::uint64_t most_read_by_one = 0;  ///< bytes, by the thread that reads most
    /// Of 32 bytes: for each access of a warp, how many its lanes touch. An access is one place in the program, the
    /// first time that each lane comes there, the second, and so on.
    std::uint64_t sectors = 0;
    std::uint64_t warp_steps = 0;  ///< of the last alone: all that the kernel's warps go through (steps.h)
};

/// From now on accesses to these buffers are counted, and the steps of warps; `with_sectors` takes several times as
/// long.
void count_accesses(const std::vector<Watched>& buffers, bool with_sectors);

/// What was counted, a buffer each in their order, and last what was written that is neither a buffer nor the block's
/// own memory. Nothing is counted any more.
[[nodiscard]] std::vector<Accesses> counted_accesses();

/// Appends the numbers of all to a file, as they are in memory.
[[nodiscard]] bool append_accesses(const char* file);

}  // namespace host_cuda
