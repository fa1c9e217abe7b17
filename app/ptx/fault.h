#pragma once

// A kernel's fault as data, and its description.

#include <array>
#include <cstdint>
#include <string>

#include "app/ptx/program.h"

namespace spillway::ptx {

enum class FaultKind : std::uint8_t {
    out_of_bounds,    ///< outside a buffer, a variable, shared or local memory
    no_memory_there,  ///< an address outside every memory
    misaligned,
    written_read_only,      ///< constant memory, parameters
    freed_memory,           ///< an access to memory after its free()
    bad_free,               ///< free() of an address that is not from malloc(), or a second free()
    shared_not_written,     ///< a read of shared memory that no thread has written
    shared_race,            ///< two warps access one byte of shared memory without a barrier between them
    shared_race_in_warp,    ///< same for lanes of one warp on two paths of a branch, without __syncwarp between them
    barrier_in_divergence,  ///< only some lanes of a warp reach a barrier
    barriers_mismatched,    ///< warps wait at __syncthreads() of different lines, which the hardware counts as one
    barrier_not_reached,    ///< warps wait at a barrier that others never reach
    bad_lane_mask,          ///< the mask of a shuffle, a vote or similar does not fit the executing lanes
    no_end,                 ///< Limits::instructions or Limits::time reached
    stopped,                ///< Launch::should_stop returned true
    trapped,                ///< trap, or a failed assertion
    unknown_function,       ///< a call of a function without code
    too_deep,               ///< nested calls used up the stack
    too_much_memory,        ///< the block needs more than Limits::bytes
    not_supported           ///< a use of an instruction that the interpreter lacks
};

using Position = std::array<std::uint32_t, 3>;

struct Fault {
    FaultKind kind = FaultKind::stopped;
    Position thread{}, block{};
    std::int32_t warp = 0;  ///< number of the thread's warp in its block
    Space space = Space::generic;
    bool is_write = false;
    std::int32_t bytes = 0;
    std::string memory;       ///< name of the buffer or variable; empty: none
    std::int64_t offset = 0;  ///< in bytes: in `memory`, or in shared or local memory as a whole
    std::int64_t memory_bytes = 0;
    Position other{};  ///< race: the earlier thread; barrier: a thread that waits
    bool other_wrote = false;
    std::int32_t other_line = 0;  ///< source line of that access or barrier; 0: unknown
    /// At a barrier or a lane mask: lanes that take part. At an access: lanes of the thread's warp with this fault.
    Mask lanes = 0;
    std::uint64_t at = 0;          ///< Warp::issued of the thread's warp
    std::string last_shared;       ///< last array of shared memory, for an access past the end of several
    bool is_unnamed_lane = false;  ///< bad_lane_mask: the mask lacks the thread itself
    std::int32_t line = 0;         ///< of the PTX
    std::int32_t source_file = 0, source_line = 0;
    std::string detail;  ///< name of a function, instruction, or text of an assertion
    std::string why;     ///< why the called function cannot run here, if it has a body
};

[[nodiscard]] constexpr bool is_race(FaultKind kind)
{
    return kind == FaultKind::shared_race || kind == FaultKind::shared_race_in_warp;
}
/// True for a faulty memory access: Fault::lanes then holds the lanes with the fault.
[[nodiscard]] bool is_of_access(FaultKind kind);
/// True if the kernel cannot continue after it.
[[nodiscard]] bool is_fatal(FaultKind kind);

/// "thread (5,0,0) of block (3,0,0) reads 4 bytes at byte 4000 of "input", which has 4000 bytes, line 31": the
/// source line, or "line 310 of the PTX" if that is unknown.
[[nodiscard]] std::string sentence(const Fault& fault);

}  // namespace spillway::ptx
