#pragma once

// What a program launched on a GPU, as `spillway trace` tells it: plain data. docs/trace.md says what each key means.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/model/gpu.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::trace {

/// Seconds that the launches of one kernel took on the GPU.
struct LaunchSeconds {
    double min = 0, median = 0, max = 0, total = 0;
};

/// What the kernel's compiled code says.
struct KernelCode {
    std::int64_t registers = 0;          ///< per thread, as ptxas says
    std::int64_t stack_frame_bytes = 0;  ///< per thread
    std::int64_t code_bytes = 0;  ///< 0: nothing but its lines is here, and no frame (a report of Nsight Compute)
    bool has_lines = false;       ///< compiled with line information
    std::optional<model::Listing> listing = std::nullopt;      ///< of the kernels with the most time; without PTX
    std::optional<std::string> listing_reason = std::nullopt;  ///< why there is none, where one was wanted
    [[nodiscard]] bool tells_frame() const { return code_bytes > 0; }
    std::optional<std::int64_t> source = std::nullopt;  ///< of Trace::sources the one whose lines it names
};

/// All launches of one kernel with the same grid, block and resources on one GPU.
struct TracedKernel {
    std::string name;     ///< as in the source: "scale<float>"
    std::string mangled;  ///< as the driver calls it
    std::int64_t gpu = 0;
    std::int64_t grid[3] = {}, block[3] = {};
    std::int64_t registers = 0;  ///< per thread, as the GPU gives them: in steps, as ncu says
    std::int64_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
    std::int64_t local_bytes_per_thread = 0;
    bool in_graph = false;  ///< launched as a part of a CUDA graph
    std::int64_t launches = 0;
    std::int64_t streams = 0;
    LaunchSeconds seconds;
    std::optional<model::Occupancy> occupancy;
    std::optional<KernelCode> code;  ///< nothing where its module was not kept
    // Of one launch, in a run of the program for that, where they were asked for.
    std::optional<std::map<std::string, double>> counters;
    std::optional<std::string> counters_reason;  ///< why there are none

    [[nodiscard]] std::int64_t threads_per_block() const { return block[0] * block[1] * block[2]; }
};

/// Launches that the driver took and whose end was not seen, or that it refused.
struct UnseenKernel {
    std::string name, mangled;
    std::int64_t grid[3] = {}, block[3] = {};
    std::int64_t dynamic_shared_bytes = 0;
    std::int64_t launches = 0;
    std::string reason;  ///< of a refusal, the driver's word; empty: its end was not seen
};

struct TracedGpu {
    std::int64_t index = 0;  ///< as the program counts them
    model::Gpu gpu;
};

/// A source file as it was when the program was traced.
struct TracedSource {
    std::string file;  ///< as the compiler called it
    std::string text;
};

struct TracedProcess {
    std::int64_t pid = 0;
    std::string program;
    std::int64_t cupti = 0, cuda = 0;  ///< CUPTI's version, the newest CUDA that the driver knows
    std::string trouble;               ///< why nothing was traced; empty: it was
    std::string fault;                 ///< "cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS"; empty: none
    std::int64_t forks = 0;            ///< after CUDA was started
    std::int64_t lost = 0;             ///< records that CUPTI dropped
    bool ended = false;                ///< it came to its end in order; else it crashed, was killed or hung
};

/// One launch: which of the kernels, when it began, seen from the first, and how long it took.
struct TracedLaunch {
    std::int64_t kernel = 0;
    double start = 0, seconds = 0;
    std::int64_t stream = 0;
};

struct ProgramEnd {
    std::int64_t status = 0;
    std::int64_t signal = 0;  ///< that ended it; 0: none
    bool by_limit = false;    ///< ended by --limit
};

struct Trace {
    std::int64_t spillway_trace = 1;  ///< the format's number
    std::vector<std::string> command;
    std::string date;
    double seconds = 0;  ///< from start to end, by the clock
    ProgramEnd end;
    std::vector<TracedProcess> processes;
    std::vector<TracedGpu> gpus;
    std::vector<TracedKernel> kernels;  ///< most time first
    std::vector<UnseenKernel> unfinished, refused;
    std::vector<TracedLaunch> launches;  ///< the first most_shown_launches, in time
    std::vector<std::string> notices;    ///< sentences
    std::optional<std::vector<TracedSource>> sources;
};

inline constexpr std::size_t most_shown_launches = 20000;

}  // namespace spillway::trace
