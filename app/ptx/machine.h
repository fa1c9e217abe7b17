#pragma once

// Interprets a kernel of a Module: one block or cluster after another (all blocks at once for a cooperative launch that
// synchronises its grid), the warps of a block in turns. The run has limits and can be stopped. No code of the kernel
// runs on the processor itself.

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

/// Memory of a kernel. The caller owns it and keeps it until the run ends.
struct Buffer {
    std::string name;
    std::span<std::byte> bytes;
};

/// Texels of a texture object.
struct Texture {
    int buffer = 0;                      ///< index in Launch::buffers of the texels, row by row
    std::int64_t width = 0, height = 0;  ///< height 0: one dimension
    int channels = 1;
    Type texel = Type::f32;  ///< of a channel: u8, u16, u32, s8, s16, s32, f16, f32
    bool is_linear = false;  ///< filtered
    bool is_normalised = false;
    enum class Edge : std::uint8_t { clamp, border, wrap };
    Edge edge = Edge::clamp;
};

/// Argument of a kernel: bytes, the address of a buffer, or a texture object.
struct LaunchArgument {
    enum class Kind : std::uint8_t { bytes, buffer, texture };
    Kind kind = Kind::bytes;
    std::vector<std::byte> bytes;
    int number = 0;           ///< index in Launch::buffers or Launch::textures
    std::int64_t offset = 0;  ///< added to the address of a buffer, in bytes
};

/// Order of the blocks or clusters of a grid, and of the warps of a block.
enum class Order : std::uint8_t { forwards, backwards };

struct Limits {
    std::uint64_t instructions = std::uint64_t{4} << 30;  ///< of all warps together
    std::int64_t bytes = std::int64_t{1} << 30;  ///< of registers, local and shared memory; without the buffers
    std::chrono::milliseconds time = std::chrono::milliseconds::max();
    std::size_t printed_bytes = std::size_t{1} << 20;
};

struct Launch {
    std::string entry;
    std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::int64_t cluster = 1;  ///< blocks side by side in x
    /// A kernel that uses grid.sync() gets a grid barrier, and all of its blocks run at once.
    bool is_cooperative = false;
    std::int64_t dynamic_shared_bytes = 0;
    std::vector<Buffer> buffers;
    std::vector<Texture> textures;
    std::vector<LaunchArgument> arguments;
    /// Contents of variables of the module, by name: __constant__ tables.
    std::vector<std::pair<std::string, std::vector<std::byte>>> variables;
    Order order = Order::forwards;
    bool finds_races = true;
    bool counts_accesses = true;       ///< false: counts instructions only, which is faster
    std::byte unwritten_shared{0xff};  ///< initial value of each byte of shared memory
    std::int64_t first_block = 0;      ///< first block to run, rounded down to a whole cluster
    std::int64_t max_blocks = 0;       ///< maximum to run, rounded up to whole clusters; 0: all
    Limits limits;
    std::function<bool()> should_stop;  ///< called after each warp's turn of at most 50,000 instructions
    /// Called with a buffer's index, an offset and a length in bytes before the kernel reads or writes there, so that
    /// buffers can be filled on demand. Not called for texels and for strings that printf reads.
    std::function<void(int, std::uint64_t, std::uint64_t)> before_access;
};

struct RunResult {
    std::optional<Fault> fault;   ///< fatal fault, limit or stop; empty: the kernel ran to its end
    std::vector<Fault> findings;  ///< non-fatal: races, reads of unwritten shared memory, barriers in
                                  ///< different lines; each source line once, at most 16
    Counts counts;
    std::int64_t ended_blocks = 0;  ///< of clusters (of a cooperative launch: of a grid) that ended whole
    std::string printed;            ///< by printf
    bool is_print_cut = false;
};

/// Error if the kernel's launch bound makes CUDA refuse this block size. run() does not check it, because the caller of
/// an exercise has this refusal from the compile report.
[[nodiscard]] std::optional<model::Error> why_beyond_bound(const Function& entry,
                                                           const std::array<std::int64_t, 3>& block);

/// The Error says why the launch does not fit the kernel.
[[nodiscard]] model::Expected<RunResult> run(const Module& module, const Launch& launch);

}  // namespace spillway::ptx
