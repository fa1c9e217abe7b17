#pragma once

// The messages between spillway and spillway-worker; FORMAT.md beside this file describes every
// field. One JSON object per line, UTF-8, no line longer than max_line_bytes.

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

inline constexpr int version = 1;
inline constexpr std::size_t max_line_bytes = std::size_t{32} << 20;

// ---- to the worker ----

/// Gives the worker a kernel text; later requests name it by hash.
struct Source {
    model::SourceText source;
};

/// Asks for one configuration. Lower priority numbers go first. A newer request of the same
/// non-empty group overtakes: the older, if not yet begun, is answered with Dropped.
struct Run {
    std::uint64_t id = 0;
    std::string group;
    int priority = 0;
    bool measure = false;
    bool count = false;         ///< hardware counters, where it is measured
    bool refine = false;        ///< measured for longer and to a tenth of a per cent
    bool inspect_sass = false;  ///< count LDL/STL: a child process of some tens of ms
    bool check_output =
        false;  ///< run on the worker's processor and compared with the reference, where it is not measured
    model::Job job;
    bool samples_only = false;  ///< with `count`: no counters, only where its warps wait
};

/// Asks for the generated code of one configuration (compiled with line information) and for the counts over it.
struct ListingRequest {
    std::uint64_t id = 0;
    std::string group;
    int priority = 0;
    model::CompileRequest compile;
};

/// Asks which variable is in local memory, and why: some five to thirty compiles with one cause taken away at a time.
struct CausesRequest {
    std::uint64_t id = 0;
    std::string group;
    int priority = 0;
    model::CompileRequest compile;
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
};

/// Asks for the occupancy of given resources and the curves around it.
struct WhatIf {
    std::uint64_t id = 0;
    model::Gpu gpu;
    model::BlockNeeds needs;
};

/// Asks what a GPU of the worker's machine can do: measured the first time, which takes some seconds, and kept.
struct RoofsRequest {
    std::uint64_t id = 0;
    std::string group;
    int priority = 0;
    std::string gpu;  ///< as the hello names it: "live"
};

/// Withdraws requests that have not begun; each is answered with Dropped.
struct Cancel {
    std::vector<std::uint64_t> ids;
};

struct Shutdown {};

/// Answered with Pong at once, whatever else is under way: the sign that a silent worker is not a dead one.
struct Ping {};

using ToWorker = std::variant<Source, Run, ListingRequest, CausesRequest, InterpretRequest, WhatIf, RoofsRequest,
                              Cancel, Shutdown, Ping>;

// ---- from the worker ----

/// The first line a worker writes.
struct Hello {
    int version = protocol::version;
    std::string program_version;
    model::Tool compiler;      ///< NVRTC
    model::Tool headers;       ///< CUDA headers for kernels that include any
    model::Tool disassembler;  ///< nvdisasm or cuobjdump
    model::Tool occupancy;     ///< cuda_occupancy.h, at build time
    model::Tool driver;        ///< libcuda and a GPU
    model::Tool counters;      ///< CUPTI, and the right to use it
    std::vector<model::Gpu> live_gpus;
    int compile_threads = 1;
    std::optional<double> compile_seconds;   ///< how long one compile may take
    std::optional<std::string> confined_by;  ///< what keeps a compile from other files: "Landlock 7"
    std::optional<std::string> why_unconfined;
    std::optional<std::vector<model::Tool>> compilers;  ///< every NVRTC found there, the one in use among them
    std::optional<model::Tool> nvcc;                    ///< what whole files are compiled with
};

struct StageSeconds {
    double queued = 0, compile = 0, inspect = 0, occupancy = 0, measure = 0;
};

/// An answer to Run. `is_final` is false for a provisional one that a better one will follow.
struct Result {
    std::uint64_t id = 0;
    bool is_final = true;
    StageSeconds seconds;
    model::RunResult result;
};

struct ListingReply {
    std::uint64_t id = 0;
    std::optional<model::Listing> listing;
    std::optional<model::CodeFigures> counts;  ///< over the listing's SASS before it was cut
    std::optional<model::Error> error;
};

struct CausesReply {
    std::uint64_t id = 0;
    std::optional<std::vector<model::Cause>> causes;
    std::optional<model::Error> error;
};

/// One of the three.
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

/// The worker ends on its own account, after this line: what is under way shall be asked of a new one, and is not the
/// cause.
struct Leaving {
    std::string reason;
};

/// Something the worker wants to say: a line it could not read, a cache it could not write.
struct Notice {
    model::Error error;
};

using FromWorker = std::variant<Hello, Result, ListingReply, CausesReply, InterpretReply, WhatIfReply, RoofsReply,
                                Dropped, Leaving, Notice, Pong>;

/// One line, without the line feed.
[[nodiscard]] std::string encode(const ToWorker& message);
[[nodiscard]] std::string encode(const FromWorker& message);

/// Hostile input gives an Error that says which field was wrong; never throws.
[[nodiscard]] model::Expected<ToWorker> decode_to_worker(std::string_view line);
[[nodiscard]] model::Expected<FromWorker> decode_from_worker(std::string_view line);

/// The object that `run --json` prints: see ../../README.md and FORMAT.md. Two-space indent.
[[nodiscard]] std::string result_to_pretty_json(const std::vector<model::RunResult>& results);

}  // namespace spillway::protocol
