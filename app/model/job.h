#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/value.h"

namespace spillway::model {

enum class SpillTarget { local, shared };
enum class Carveout { standard, max_l1, max_shared };
enum class LoadCache { ca, cg };

/// A macro with a number as its value.
struct Define {
    std::string name;
    std::int64_t value = 0;
    friend bool operator==(const Define&, const Define&) = default;
};

/// All inputs of the compiler. Equal requests share a cache entry. Typed fields only: no option string comes from a
/// file.
struct CompileRequest {
    std::string source_hash;    ///< content hash of kernel.cu, see SourceText
    std::string entry;          ///< name expression, "running_mean_local<32>"
    std::string arch;           ///< "sm_90"
    int register_cap = 0;       ///< 0: no cap
    int min_blocks_per_sm = 0;  ///< 0: no __launch_bounds__
    int bounds_threads = 0;     ///< threads per block in __launch_bounds__, if given
    SpillTarget spill_target = SpillTarget::local;
    LoadCache load_cache = LoadCache::ca;
    bool fast_math = false;
    int register_usage_level = standard_register_usage_level;
    std::string compiler;         ///< CUDA release, "12.9"; empty: the worker's default compiler
    std::vector<Define> defines;  ///< of a plain .cu
    bool line_info = false;       ///< for listings: PTX and SASS lines with source lines
    bool whole_file = false;      ///< compile a .cu with its host code; no entry: all kernels
    /// Seconds for each of nvcc and ptxas, as the user allows for a whole file; empty: the worker's limit.
    std::optional<int> max_seconds;

    friend bool operator==(const CompileRequest&, const CompileRequest&) = default;
};

/// Text of a kernel. Sent to the worker once, then referred to by its hash.
struct SourceText {
    std::string hash;
    std::string name;  ///< shown in compiler messages: "running_mean/kernel.cu"
    std::string text;
    friend bool operator==(const SourceText&, const SourceText&) = default;
};

/// Type of one number in a buffer; a float4 is four float32. `raw`: unknown type, compared bit for bit.
enum class ScalarKind {
    raw,
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    float16,
    bfloat16,
    float32,
    float64
};

enum class Fill { random, random_integers, random_bytes, ramp, constant, zero, poison, permutation, cycle };

/// Memory of a launch, see Buffer.
struct PlannedBuffer {
    std::string name;
    MemoryPlace place = MemoryPlace::global;
    std::string element;  ///< C++ type name, for messages
    ScalarKind scalar = ScalarKind::raw;
    std::int64_t element_bytes = 1;
    std::int64_t count = 0;  ///< elements
    Fill fill = Fill::zero;
    double from = 0, to = 1, step = 1;
    std::uint64_t seed = 1;
    std::string constant_symbol;
    std::int64_t width = 0, height = 0;  ///< place texture, texels
    TextureFilter texture_filter = TextureFilter::point;
    TextureEdge texture_edge = TextureEdge::clamp;
    bool is_output = false;

    [[nodiscard]] std::int64_t bytes() const { return element_bytes * count; }
    friend bool operator==(const PlannedBuffer&, const PlannedBuffer&) = default;
};

/// One kernel argument: a position in a buffer, or a number.
struct PlannedArgument {
    int buffer = -1;  ///< index into LaunchPlan::buffers; -1: a scalar
    std::int64_t offset_bytes = 0;
    std::string scalar_type;  ///< "int", "unsigned", "long long", "size_t", "float", "double", "bool"
    double scalar = 0;
    bool is_plain = false;  ///< texture: pass a pointer to its texels, not its texture object
    friend bool operator==(const PlannedArgument&, const PlannedArgument&) = default;
};

struct PlannedCopy {
    int from = 0, to = 0;  ///< indices into LaunchPlan::buffers
    std::int64_t bytes = 0;
    friend bool operator==(const PlannedCopy&, const PlannedCopy&) = default;
};

/// Simple kernel that computes the expected output. It gets the same buffers, but its own output buffers.
struct PlannedReference {
    std::string entry;
    std::int64_t grid[3] = {1, 1, 1};
    std::int64_t block[3] = {1, 1, 1};
    std::int64_t dynamic_shared_bytes = 0;
    std::vector<PlannedArgument> arguments;
    double relative_tolerance = 0;  ///< both 0: bit-identical
    double absolute_tolerance = 0;
    friend bool operator==(const PlannedReference&, const PlannedReference&) = default;
};

inline constexpr std::int64_t max_cluster = 16;  ///< blocks; more than 8 is not portable

/// Bound on the L2 that a launch may set aside: more than any L2 has.
inline constexpr std::int64_t max_set_aside_bytes = std::int64_t{1} << 30;

/// See AccessWindow.
struct PlannedWindow {
    int buffer = 0;  ///< index into LaunchPlan::buffers
    std::int64_t bytes = 0;
    double hit_ratio = 1;
    std::int64_t set_aside_bytes = 0;
    friend bool operator==(const PlannedWindow&, const PlannedWindow&) = default;
};

/// Everything that launching, verifying and timing a variant needs, besides its code and launch shape.
struct LaunchPlan {
    std::vector<PlannedBuffer> buffers;
    std::vector<PlannedArgument> arguments;
    std::optional<PlannedCopy> copy;  ///< in place of a kernel
    Library library = Library::none;  ///< in place of a kernel, with the same arguments
    std::optional<PlannedReference> reference;
    std::int64_t stack_bytes = 0;  ///< per thread; 0: the driver's default
    std::int64_t cluster = 1;      ///< blocks per cluster; 1: no clusters
    std::optional<PlannedWindow> access_window;
    double bytes_moved = 0;                 ///< 0: no bandwidth
    double bytes_requested = 0, flops = 0;  ///< 0: no rate
    double accesses_per_thread = 0;
    int cycles_buffer = -1;  ///< index of the output that holds clock differences; -1: none
    CacheState cache = CacheState::cold;
    Timing timing = Timing::kernel;
    LocalPool local_pool = LocalPool::keep;

    [[nodiscard]] bool is_kernel() const { return !copy && library == Library::none; }
    friend bool operator==(const LaunchPlan&, const LaunchPlan&) = default;
};

/// One configuration of one variant with every formula evaluated. It is complete: a worker on another machine needs no
/// copy of the catalogue.
struct Job {
    std::string experiment;
    std::string variant;
    Values values;  ///< parameters and knobs, as requested
    Gpu gpu;
    CompileRequest compile;
    std::int64_t grid[3] = {1, 1, 1};
    std::int64_t block[3] = {1, 1, 1};
    std::int64_t dynamic_shared_bytes = 0;  ///< the kernel's own plus the extra_shared_bytes knob
    Carveout carveout = Carveout::standard;
    std::optional<LaunchPlan> plan;  ///< empty: compile and inspect only

    [[nodiscard]] std::int64_t threads_per_block() const { return block[0] * block[1] * block[2]; }
    friend bool operator==(const Job&, const Job&) = default;
};

}  // namespace spillway::model
