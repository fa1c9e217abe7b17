#pragma once

// Counts of a kernel's run: exact by definition, the same on every machine.

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
    std::uint64_t lanes = 0;   ///< sum of the lanes that carried it out
};

/// The memory that an access reaches. A generic address of each lane may be in another.
enum class Memory : std::uint8_t { global, shared, local };
inline constexpr std::size_t memory_count = 3;

/// Accesses to one memory. A request is one instruction of one warp; to local memory one of each 4-byte word of a lane,
/// as a GPU counts them: words of one lane lie 128 bytes apart.
struct AccessCount {
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;       ///< that lanes asked for
    std::uint64_t sectors = 0;     ///< of 32 bytes, each once a request; of local memory as its words interleave
    std::uint64_t lines = 0;       ///< of 128 bytes, likewise
    std::uint64_t wavefronts = 0;  ///< shared memory: rounds of the 32 banks
    std::uint64_t conflicts = 0;   ///< shared memory: rounds beyond one for each 32, 16 and 16 lanes of 4, 8, 16 bytes

    AccessCount& operator+=(const AccessCount& other);
};

/// Counts of one buffer of the launch.
struct BufferCount {
    std::uint64_t read_bytes = 0, written_bytes = 0;
    std::uint64_t sectors = 0;           ///< of loads, stores and atomics
    std::uint64_t most_read_by_one = 0;  ///< bytes, by the thread that reads most
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
    std::uint64_t atomics_on_one_address = 0;  ///< most lanes of one request at one address, summed, minus one each
    std::uint64_t barriers = 0;                ///< that warps came to
    std::uint64_t divergent_branches = 0, branches = 0;
    std::vector<BufferCount> buffers;     ///< of the launch, in their order
    std::uint64_t written_elsewhere = 0;  ///< bytes to global memory that is no buffer: variables, the heap
    /// By the source's line; file and line as .loc has them.
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
/// Adds it up by class, space and line.
void sum_up(const Module& module, const Tally& tally, Counts& counts);

}  // namespace spillway::ptx
