#pragma once

// Runs a kernel of a Module: block after block (of a cooperative launch all at once), each with its warps in turn,
// bounded and stoppable. Nothing of the
// kernel's is carried out but by reading its instructions.

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/ptx/counts.h"
#include "app/ptx/fault.h"
#include "app/ptx/program.h"

namespace spillway::ptx {

/// Memory that a launch gives a kernel. It stays the caller's.
struct Buffer {
    std::string name;
    std::span<std::byte> bytes;
};

/// Texels of a texture object.
struct Texture {
    int buffer = 0;                      ///< number of the Buffer with the texels, row by row
    std::int64_t width = 0, height = 0;  ///< height 0: one dimension
    int channels = 1;
    Type texel = Type::f32;  ///< of a channel: u8, u16, u32, s8, s16, s32, f16, f32
    bool is_linear = false;  ///< filtered
    bool is_normalised = false;
    enum class Edge : std::uint8_t { clamp, border, wrap };
    Edge edge = Edge::clamp;
};

/// A kernel's argument: bytes, or where a buffer or a texture object is.
struct LaunchArgument {
    enum class Kind : std::uint8_t { bytes, buffer, texture };
    Kind kind = Kind::bytes;
    std::vector<std::byte> bytes;
    int number = 0;           ///< of the buffer or the texture
    std::int64_t offset = 0;  ///< bytes, of a buffer
};

/// In which order blocks, and the warps of a block, take turns.
enum class Order : std::uint8_t { forwards, backwards };

struct Limits {
    std::uint64_t instructions = std::uint64_t{4} << 30;  ///< of warps, in all
    std::int64_t bytes = std::int64_t{1} << 30;           ///< beside the buffers: registers, local and shared memory
    std::chrono::milliseconds time = std::chrono::milliseconds::max();
    std::size_t printed_bytes = std::size_t{1} << 20;
};

struct Launch {
    std::string entry;
    std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::int64_t cluster = 1;  ///< blocks side by side in x
    /// A kernel that asks for its grid's barrier gets one, and all of its blocks run at once.
    bool is_cooperative = false;
    std::int64_t dynamic_shared_bytes = 0;
    std::vector<Buffer> buffers;
    std::vector<Texture> textures;
    std::vector<LaunchArgument> arguments;
    /// Contents of variables of the module, by name: __constant__ tables.
    std::vector<std::pair<std::string, std::vector<std::byte>>> variables;
    Order order = Order::forwards;
    bool finds_races = true;
    bool counts_accesses = true;       ///< false: instructions alone are counted, which is faster
    std::byte unwritten_shared{0xff};  ///< what shared memory holds before anything is written there
    std::int64_t first_block = 0;      ///< of a cluster: where the run begins
    std::int64_t most_blocks = 0;      ///< only so many run; 0: all
    Limits limits;
    std::function<bool()> should_stop;  ///< asked every few thousand instructions
    /// Called with a buffer's number, an offset in it and a length before the kernel reads or writes there: for buffers
    /// that are filled as far as they are used. Texels, and texts that printf reads, are read without it.
    std::function<void(int, std::uint64_t, std::uint64_t)> before_access;
};

struct RunResult {
    std::optional<Fault> fault;   ///< the kernel came to no good end
    std::vector<Fault> findings;  ///< what did not stop it: races, reads of unwritten shared memory; each line once
    Counts counts;
    std::string printed;  ///< by printf
    bool is_print_cut = false;
};

/// Why CUDA refuses this block by the kernel's launch bound; nothing if it does not. run() does not ask: the answer to
/// an exercise has this refusal from its report.
[[nodiscard]] std::optional<model::Error> why_beyond_bound(const Function& entry,
                                                           const std::array<std::int64_t, 3>& block);

/// The Error says what in the launch does not fit the kernel.
[[nodiscard]] model::Expected<RunResult> run(const Module& module, const Launch& launch);

}  // namespace spillway::ptx
