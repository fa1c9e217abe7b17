#pragma once

// Counts of a kernel's run: exact, and the same on every machine.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/ptx/program.h"

namespace spillway::ptx {

/// Counts of one instruction, or of many.
struct InstructionCount {
    std::uint64_t issued = 0;  ///< by warps
    std::uint64_t lanes = 0;   ///< sum of the active lanes; a false guard does not make a lane inactive
};

/// Memory of an access. With generic addresses, one instruction may access several.
enum class Memory : std::uint8_t { global, shared, local };
inline constexpr std::size_t memory_count = 3;

/// Accesses to one memory. A request is one instruction of one warp; in local memory, one for each 4-byte word of a
/// lane, as GPUs count them, because the words of a lane lie 128 bytes apart.
struct AccessCount {
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;       ///< requested by the lanes
    std::uint64_t sectors = 0;     ///< of 32 bytes, distinct per request; local memory: with interleaved words
    std::uint64_t lines = 0;       ///< of 128 bytes, likewise
    std::uint64_t wavefronts = 0;  ///< shared memory only
    std::uint64_t conflicts = 0;   ///< shared memory: see Passes

    AccessCount& operator+=(const AccessCount& other);
};

/// Counts of one buffer of the launch.
struct BufferCount {
    std::uint64_t read_bytes = 0, written_bytes = 0;
    std::uint64_t sectors = 0;          ///< of loads, stores and atomics
    std::uint64_t max_read_by_one = 0;  ///< bytes read by the thread that reads most
};

enum class InstructionClass : std::uint8_t {
    integer,
    floating,
    floating_double,
    conversion,
    comparison,
    move,
    control,
    load_store,
    atomic,
    barrier,
    warp,
    matrix,
    texture
};

struct Counts {
    std::uint64_t blocks = 0, warps = 0, threads = 0;
    InstructionCount all;
    std::map<InstructionClass, InstructionCount> classes;
    AccessCount global_loads, global_stores, shared_loads, shared_stores, local_loads, local_stores, constant_loads,
        texture_loads;
    AccessCount global_atomics, shared_atomics;
    std::uint64_t atomics_on_one_address = 0;  ///< sum over requests of the most lanes at one address, minus 1
    std::uint64_t barriers = 0;                ///< arrivals of warps at barriers
    std::uint64_t divergent_branches = 0, branches = 0;
    std::vector<BufferCount> buffers;     ///< as in Launch::buffers
    std::uint64_t written_elsewhere = 0;  ///< bytes to global memory outside the buffers: variables, malloc
    /// Counts of one source line. The key of `lines` is its file number and line from .loc.
    struct Line {
        InstructionCount instructions;
        AccessCount global, shared, local;
    };
    std::map<std::pair<std::int32_t, std::int32_t>, Line> lines;
};

[[nodiscard]] InstructionClass class_of(const Instruction& instruction);

/// Counts of each instruction of a module in one run, by Instruction::index.
struct Tally {
    std::vector<InstructionCount> instructions;
    std::vector<std::array<AccessCount, memory_count>> accesses;  ///< by Memory

    [[nodiscard]] AccessCount& of(const Instruction& in, Memory memory)
    {
        return accesses[in.index][static_cast<std::size_t>(memory)];
    }
};
/// Adds the tally to `counts`: in total, by class, by memory and by source line.
void sum_up(const Module& module, const Tally& tally, Counts& counts);

}  // namespace spillway::ptx
