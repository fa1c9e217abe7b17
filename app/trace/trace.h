#pragma once

// Launches of a program on a GPU: the data of `spillway trace`. docs/trace.md describes each key.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/model/gpu.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::trace {

/// GPU time in seconds of one kernel's launches. `median` is that of the individually recorded launches; the mean if
/// all were only summed (SummedLaunches).
struct LaunchSeconds {
    double min = 0, median = 0, max = 0, total = 0;
};

/// Figures from the kernel's compiled code.
struct KernelCode {
    std::int64_t registers = 0;          ///< per thread, from ptxas
    std::int64_t stack_frame_bytes = 0;  ///< per thread
    std::int64_t code_bytes = 0;         ///< 0: a report of Nsight Compute, with source lines but without a frame
    bool has_lines = false;              ///< compiled with line information
    std::optional<model::Listing> listing = std::nullopt;      ///< of the slowest kernels only; without PTX
    std::optional<std::string> listing_reason = std::nullopt;  ///< reason why it is missing, if requested
    [[nodiscard]] bool has_frame() const { return code_bytes > 0; }
    std::optional<std::int64_t> source = std::nullopt;  ///< index in Trace::sources
};

/// All launches of one kernel with the same grid, block and resources on one GPU.
struct TracedKernel {
    std::string name;     ///< as in the source: "scale<float>"
    std::string mangled;  ///< name in the driver
    std::int64_t gpu = 0;
    std::int64_t grid[3] = {}, block[3] = {};
    std::int64_t registers = 0;  ///< per thread, as allocated: in steps, as in ncu
    std::int64_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
    std::int64_t local_bytes_per_thread = 0;
    bool in_graph = false;  ///< launched as part of a CUDA graph
    std::int64_t launches = 0;
    std::int64_t streams = 0;
    LaunchSeconds seconds;
    std::optional<model::Occupancy> occupancy;
    std::optional<KernelCode> code;  ///< empty if its module was not kept
    // Counters of one launch, from a separate run of the program; only if requested.
    std::optional<std::map<std::string, double>> counters;
    std::optional<std::string> counters_reason;  ///< reason why there are none

    [[nodiscard]] std::int64_t threads_per_block() const { return block[0] * block[1] * block[2]; }
};

/// Launches without a recorded end, or refused by the driver.
struct UnseenKernel {
    std::string name, mangled;
    std::int64_t grid[3] = {}, block[3] = {};
    std::int64_t dynamic_shared_bytes = 0;
    std::int64_t launches = 0;
    std::string reason;  ///< error name of a refused launch; empty: the launch has no recorded end
};

struct TracedGpu {
    std::int64_t index = 0;  ///< device number in the program
    model::Gpu gpu;
};

/// Source file at the time of the trace.
struct TracedSource {
    std::string file;  ///< name in the debug information
    std::string text;
};

struct TracedProcess {
    std::int64_t pid = 0;
    std::string program;
    std::int64_t cupti = 0, cuda = 0;  ///< version of CUPTI; newest CUDA version that the driver supports
    std::string trouble;               ///< reason why the trace failed; empty: it worked
    std::string fault;                 ///< "cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS"; empty: none
    std::int64_t forks = 0;            ///< forks after CUDA was initialized
    std::int64_t lost = 0;             ///< records that CUPTI dropped
    bool ended = false;                ///< its exit handlers ran; false: it crashed, was killed, hung or called _exit()
};

/// One launch: kernel index, start after the first launch, and duration, in seconds.
struct TracedLaunch {
    std::int64_t kernel = 0;
    double start = 0, seconds = 0;
    std::int64_t stream = 0;
};

struct ProgramEnd {
    std::int64_t status = 0;
    std::int64_t signal = 0;  ///< signal that killed it; 0: none
    bool by_limit = false;    ///< killed by --limit
};

struct Trace {
    std::int64_t spillway_trace = 1;  ///< version of the format
    std::vector<std::string> command;
    std::string date;
    double seconds = 0;  ///< wall-clock time from start to exit
    ProgramEnd end;
    std::vector<TracedProcess> processes;
    std::vector<TracedGpu> gpus;
    std::vector<TracedKernel> kernels;  ///< longest total time first
    std::vector<UnseenKernel> unfinished, refused;
    std::vector<TracedLaunch> launches;  ///< the first max_shown_launches, by start
    std::vector<std::string> notices;    ///< sentences
    std::optional<std::vector<TracedSource>> sources;
};

inline constexpr std::size_t max_shown_launches = 20000;

}  // namespace spillway::trace
