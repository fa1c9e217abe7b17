#pragma once

// Messages between spillway and spillway-worker; FORMAT.md describes every field. One JSON object per line, UTF-8, at
// most max_line_bytes per line.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/model/block_needs.h"
#include "app/model/cause.h"
#include "app/model/error.h"
#include "app/model/job.h"
#include "app/model/listing.h"
#include "app/model/occupancy_curves.h"
#include "app/model/roofs.h"
#include "app/model/run_result.h"
#include "app/model/tool.h"

namespace spillway::protocol {

inline constexpr int version = 2;
inline constexpr std::size_t max_line_bytes = std::size_t{32} << 20;

// ---- to the worker ----

/// Sends a kernel source to the worker; later requests refer to it by hash.
struct Source {
    model::SourceText source;
};

/// Requests one configuration. Lower priority numbers run first. A newer request of the same non-empty group replaces
/// an older one that waits, or whose compile has run for a second; the worker answers the older one with Dropped.
struct Run {
    std::uint64_t id = 0;
    std::string group;
    int priority = 0;
    bool measure = false;
    bool count = false;         ///< also read hardware counters; needs `measure`
    bool refine = false;        ///< measure longer, to 0.1 %
    bool inspect_sass = false;  ///< count LDL/STL: a child process of some tens of ms
    bool check_output =
        false;  ///< without `measure`: run the kernel on the worker's CPU and compare its output with the reference
    model::Job job;
    bool samples_only = false;  ///< with `count`: sample stalled warps only, read no counters
};

/// Names of a configuration. A room's server builds the job from them and its own catalogue.
struct Named {
    std::string experiment, variant;
    model::Values values;
    std::string gpu;
};

/// Requests the generated code of one configuration (compiled with line information) and its instruction counts.
struct ListingRequest {
    std::uint64_t id = 0;
    std::string group;
    int priority = 0;
    model::CompileRequest compile;
    std::optional<Named> of{};
};

/// Requests the variables in local memory and the cause of each. Takes 5 to 30 compiles; each removes one cause.
struct CausesRequest {
    std::uint64_t id = 0;
    std::string group;
    int priority = 0;
    model::CompileRequest compile;
    std::optional<Named> of{};
};

/// Asks what the interpreter of PTX finds: the job's whole grid run on the worker's processor, or the counts of some of
/// its blocks.
struct InterpretRequest {
    std::uint64_t id = 0;
    std::string group;
    int priority = 0;
    model::Job job;
    std::int64_t sampled_blocks = 0;  ///< 0: the whole grid, with faults, outputs and races
    double seconds = 0;               ///< how long it may run
    bool is_cooperative = false;      ///< a launch by cudaLaunchCooperativeKernel: grid.sync() has a barrier
};

/// Asks for the occupancy of given resources and the curves around it.
struct WhatIf {
    std::uint64_t id = 0;
    model::Gpu gpu;
    model::BlockNeeds needs;
};

/// Requests the roofs (peak rates) of one GPU of the worker's machine. The worker measures them once (some tenths of a
/// second) and stores them.
struct RoofsRequest {
    std::uint64_t id = 0;
    std::string group;
    int priority = 0;
    std::string gpu;  ///< name from the hello: "live"
};

/// Withdraws requests that wait, and stops those being compiled or interpreted (within some 100 ms). The worker answers
/// each of them with Dropped; one that is being measured already still gets its result.
struct Cancel {
    std::vector<std::uint64_t> ids;
};

struct Shutdown {};

/// The worker replies with Pong at once, even while it is busy. Tells a silent worker from a dead one.
struct Ping {};

using ToWorker = std::variant<Source, Run, ListingRequest, CausesRequest, InterpretRequest, WhatIf, RoofsRequest,
                              Cancel, Shutdown, Ping>;

/// Compile that one of these messages asks for; null for the others.
template <typename Message>
const model::CompileRequest* compile_of(const Message& message)
{
    if constexpr (requires { message.job.compile; })
        return &message.job.compile;
    else if constexpr (requires { message.compile; })
        return &message.compile;
    else
        return nullptr;
}

// ---- from the worker ----

/// First line of every worker.
struct Hello {
    int version = protocol::version;
    std::string program_version;
    model::Tool compiler;      ///< NVRTC
    model::Tool headers;       ///< CUDA headers for kernels that include them
    model::Tool disassembler;  ///< nvdisasm or cuobjdump
    model::Tool occupancy;     ///< cuda_occupancy.h at build time
    model::Tool driver;        ///< libcuda and a GPU
    model::Tool counters;      ///< CUPTI and the permission to use it
    std::vector<model::Gpu> live_gpus;
    int compile_threads = 1;
    std::optional<double> compile_seconds;   ///< timeout of one compile
    std::optional<std::string> confined_by;  ///< sandbox of the compiler, such as "Landlock 7"
    std::optional<std::string> why_unconfined;
    std::optional<std::vector<model::Tool>> compilers;  ///< every NVRTC found, including the one in use
    std::optional<model::Tool> nvcc;                    ///< compiler of whole files
    std::optional<bool> takes_code;                     ///< of a room's server: it compiles a page's own lines
};

struct StageSeconds {
    double queued = 0, compile = 0, inspect = 0, occupancy = 0, measure = 0;
};

/// Result of a Run. If `is_final` is false, the result is provisional and a better one follows.
struct Result {
    std::uint64_t id = 0;
    bool is_final = true;
    StageSeconds seconds;
    model::RunResult result;
};

struct ListingReply {
    std::uint64_t id = 0;
    std::optional<model::Listing> listing;
    std::optional<model::CodeFigures> counts;  ///< over the whole SASS, before the listing was cut
    std::optional<model::Error> error;
};

struct CausesReply {
    std::uint64_t id = 0;
    std::optional<std::vector<model::Cause>> causes;
    std::optional<model::Error> error;
};

/// Has one of `run`, `counted` and `error`.
struct InterpretReply {
    std::uint64_t id = 0;
    std::optional<model::InterpretedRun> run;
    std::optional<model::CountedBlocks> counted;  ///< where blocks were to be sampled
    std::optional<model::Error> error;            ///< what does not compile, or cannot be run on a processor
};

struct WhatIfReply {
    std::uint64_t id = 0;
    std::optional<model::Occupancy> occupancy;
    model::OccupancyCurves curves;
    std::optional<model::Error> error;
};

struct RoofsReply {
    std::uint64_t id = 0;
    std::optional<model::Roofs> roofs;
    std::optional<model::Error> error;
};

struct Pong {};

struct Dropped {
    std::uint64_t id = 0;
};

/// The worker exits by itself after this line. The pending requests are not the cause: send them to the next worker.
struct Leaving {
    std::string reason;
};

/// Message for the user, such as an unreadable line or a cache that cannot be written.
struct Notice {
    model::Error error;
    std::optional<std::uint64_t> id{};  ///< request that gets no other answer
};

using FromWorker = std::variant<Hello, Result, ListingReply, CausesReply, InterpretReply, WhatIfReply, RoofsReply,
                                Dropped, Leaving, Notice, Pong>;

/// Returns one line without the line feed.
[[nodiscard]] std::string encode(const ToWorker& message);
[[nodiscard]] std::string encode(const FromWorker& message);

/// Never throws: for invalid input, the Error names the wrong field.
[[nodiscard]] model::Expected<ToWorker> decode_to_worker(std::string_view line);
[[nodiscard]] model::Expected<FromWorker> decode_from_worker(std::string_view line);

/// JSON array of `run --json`, indented by two spaces; see ../../README.md and FORMAT.md.
[[nodiscard]] std::string result_to_pretty_json(const std::vector<model::RunResult>& results);

}  // namespace spillway::protocol
