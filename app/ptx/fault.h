#pragma once

// A kernel's fault as data, and its description.

#include <array>
#include <cstdint>
#include <string>

#include "app/ptx/program.h"

namespace spillway::ptx {

enum class FaultKind : std::uint8_t {
    out_of_bounds,    ///< beside a buffer, a variable, or the block's or the thread's own memory
    no_memory_there,  ///< an address that belongs to nothing
    misaligned,
    written_read_only,      ///< constant memory, parameters
    freed_memory,           ///< an access to memory that free() took back
    bad_free,               ///< free() of an address that malloc() did not give, or for a second time
    shared_not_written,     ///< shared memory is read before anything was written there
    shared_race,            ///< two warps use one place of shared memory without a barrier between them
    shared_race_in_warp,    ///< lanes of one warp, on two ways of a branch, without __syncwarp between them
    barrier_in_divergence,  ///< only some lanes of a warp come to a barrier
    barriers_mismatched,    ///< warps wait at barriers of different lines, which count as one
    barrier_not_reached,    ///< warps wait at a barrier that others never come to
    bad_lane_mask,          ///< a shuffle, a vote or the like names lanes that do not take part
    no_end,                 ///< the bound on instructions
    stopped,                ///< asked to stop, or out of time
    trapped,                ///< trap, or an assertion that does not hold
    unknown_function,       ///< a call of what has no code here
    too_deep,               ///< calls in calls: the stack is used up
    too_much_memory,        ///< malloc, or memory of the block, beyond the bounds
    not_supported           ///< a use of an instruction that is not carried out here
};

using Position = std::array<std::uint32_t, 3>;

struct Fault {
    FaultKind kind = FaultKind::stopped;
    Position thread{}, block{};
    std::int32_t warp = 0;  ///< the thread's, in its block
    Space space = Space::generic;
    bool is_write = false;
    std::int32_t bytes = 0;
    std::string memory;       ///< the buffer or variable, where there is one
    std::int64_t offset = 0;  ///< bytes from its beginning; else the address
    std::int64_t memory_bytes = 0;
    Position other{};  ///< of a race: the thread before; of a barrier: one that waits
    bool other_wrote = false;
    std::int32_t other_line = 0;  ///< of the source, where `other` did so; 0: not known
    /// At a barrier or a lane mask: lanes that take part. At an access: lanes of the thread's warp with this fault.
    Mask lanes = 0;
    std::uint64_t at = 0;          ///< instructions that the thread's warp carried out before
    std::string last_shared;       ///< of an access past shared memory with several arrays: the last one
    bool is_unnamed_lane = false;  ///< of a lane mask: it does not name the thread itself
    std::int32_t line = 0;         ///< of the PTX
    std::int32_t source_file = 0, source_line = 0;
    std::string detail;  ///< a function's name, an instruction, an assertion's words
    std::string why;     ///< why the called function cannot run here, if it has a body
};

[[nodiscard]] constexpr bool is_race(FaultKind kind)
{
    return kind == FaultKind::shared_race || kind == FaultKind::shared_race_in_warp;
}
/// Whether an access to memory is at fault: `lanes` holds the lanes at fault.
[[nodiscard]] bool is_of_access(FaultKind kind);
/// Whether the kernel cannot go on behind it.
[[nodiscard]] bool is_fatal(FaultKind kind);

/// "thread (5,0,0) of block (3,0,0) reads 4 bytes at the byte 4000 of "input", which has 4000 bytes, line 31". The line
/// is the source's, or the PTX's where that is not known.
[[nodiscard]] std::string sentence(const Fault& fault);

}  // namespace spillway::ptx
