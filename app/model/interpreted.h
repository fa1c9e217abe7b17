#pragma once

// A kernel's run by the interpreter of PTX on a processor: faults, counts, outputs. Counts are exact by definition;
// there is no time among them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spillway::model {

enum class FaultKind {
    out_of_bounds,
    no_memory_there,
    misaligned,
    written_read_only,
    freed_memory,
    bad_free,
    shared_not_written,
    shared_race,
    shared_race_in_warp,
    barrier_in_divergence,
    barriers_mismatched,
    barrier_not_reached,
    bad_lane_mask,
    no_end,
    stopped,
    trapped,
    unknown_function,
    too_deep,
    too_much_memory,
    not_supported
};

/// Whether the interpreter gave up, and nothing is said against the kernel.
[[nodiscard]] constexpr bool is_interpreters(FaultKind kind)
{
    return kind == FaultKind::stopped || kind == FaultKind::unknown_function || kind == FaultKind::not_supported;
}

struct InterpretedFault {
    FaultKind kind = FaultKind::stopped;
    bool is_fatal = true;  ///< the run ended there
    std::string sentence;
    std::vector<std::int64_t> thread, block;         ///< x, y, z
    std::optional<std::vector<std::int64_t>> other;  ///< of a race: the thread before; of a barrier: one that waits
    int other_line = 0;                              ///< of the source; 0: not known
    bool is_write = false;
    std::int64_t bytes = 0;
    std::string memory;             ///< the buffer or variable; empty: none
    std::int64_t offset = 0;        ///< bytes from its beginning
    std::int64_t memory_bytes = 0;  ///< its size
    std::string file;               ///< as the compiler names it; empty: not known
    int line = 0;                   ///< of that file; 0: not known
    int ptx_line = 0;
};

/// Accesses to one memory. A request is one instruction of one warp.
struct InterpretedAccesses {
    std::int64_t requests = 0;
    std::int64_t bytes = 0;       ///< that lanes asked for
    std::int64_t sectors = 0;     ///< of 32 bytes
    std::int64_t lines = 0;       ///< of 128 bytes
    std::int64_t wavefronts = 0;  ///< shared memory: rounds of the 32 banks
    std::int64_t conflicts = 0;   ///< shared memory: rounds beyond what the accesses need
    friend bool operator==(const InterpretedAccesses&, const InterpretedAccesses&) = default;
};

struct InterpretedInstructions {
    std::string kind;         ///< "integer", "load_store", ...
    std::int64_t issued = 0;  ///< by warps
    std::int64_t lanes = 0;   ///< active, summed
    friend bool operator==(const InterpretedInstructions&, const InterpretedInstructions&) = default;
};

struct InterpretedCounts {
    std::int64_t blocks = 0, warps = 0, threads = 0;
    std::int64_t instructions = 0;  ///< of PTX, issued by warps
    std::int64_t lanes = 0;         ///< active lanes of those, summed
    std::vector<InterpretedInstructions> kinds;
    InterpretedAccesses global_loads, global_stores, shared_loads, shared_stores, local_loads, local_stores,
        constant_loads, texture_loads, global_atomics, shared_atomics;
    std::int64_t atomics_on_one_address = 0;
    std::int64_t barriers = 0;
    std::int64_t branches = 0, divergent_branches = 0;
    friend bool operator==(const InterpretedCounts&, const InterpretedCounts&) = default;
};

/// Counts of one line of the source.
struct InterpretedLine {
    std::string file;  ///< as the compiler names it
    int line = 0;
    std::int64_t instructions = 0, lanes = 0;
    InterpretedAccesses global, shared, local;
};

/// A value that is not a number.
inline constexpr std::string_view nan_text = "nan";

/// A buffer as the kernel left it.
struct InterpretedBuffer {
    std::string name;
    std::int64_t read_bytes = 0, written_bytes = 0, sectors = 0;
    std::vector<std::string> first_values;  ///< numbers, nan_text or "inf"; only where the kernel wrote
};

struct InterpretedRun {
    std::int64_t grid_blocks = 0;  ///< `counts.blocks` of them ran
    std::vector<InterpretedFault> faults;
    InterpretedCounts counts;
    std::vector<InterpretedLine> lines;  ///< those with the most instructions first
    std::vector<InterpretedBuffer> buffers;
    std::string printed;  ///< by the kernel's printf
    bool is_print_cut = false;
    std::int64_t local_bytes = 0;  ///< a thread's, as PTX declares them: ptxas decides what stays
};

/// Counts of some of the grid's blocks, spread over it.
struct CountedBlocks {
    std::int64_t grid_blocks = 0;
    std::vector<InterpretedCounts> blocks;  ///< of each that ran
};

}  // namespace spillway::model
