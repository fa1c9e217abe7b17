#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/model/access_limit.h"
#include "app/model/cause.h"
#include "app/model/error.h"
#include "app/model/interpreted.h"
#include "app/model/listing.h"
#include "app/model/stall_samples.h"
#include "app/model/value.h"

namespace spillway::model {

struct Gpu;
struct Job;

enum class Status { ok, compile_error, launch_error, wrong_result, timed_out, worker_died };

/// ptxas's report on one function.
struct FunctionReport {
    std::string name;  ///< mangled
    bool is_entry = false;
    std::optional<int> registers;  ///< ptxas may print no `Used` line
    std::int64_t stack_frame_bytes = 0;
    std::int64_t spill_store_bytes = 0;
    std::int64_t spill_load_bytes = 0;
    std::optional<std::int64_t> cumulative_stack_bytes;
    // For an entry of a whole file, as in CompileReport.
    std::optional<int> launch_bound_threads;
    std::optional<std::vector<int>> required_block;
    friend bool operator==(const FunctionReport&, const FunctionReport&) = default;
};

/// ptxas's report on the kernel. Stack frame and spills are in bytes per thread, shared memory in bytes per block.
struct CompileReport {
    std::optional<int> registers;
    std::int64_t stack_frame_bytes = 0;  ///< stack frame of the entry function
    std::int64_t spill_store_bytes = 0;
    std::int64_t spill_load_bytes = 0;
    std::optional<std::int64_t> cumulative_stack_bytes;
    /// Relocatable code that nvlink has linked: registers and cumulative_stack_bytes include the called functions; this
    /// is ptxas's number without them.
    std::optional<int> registers_before_linking{};
    std::optional<std::vector<std::string>> not_linked{};  ///< called functions in other files, which nvlink misses
    std::optional<std::string> target{};                   ///< "sm_90a" if the code is for a special target (targets.h)
    /// Stack of one level of recursion, if ptxas cannot know the depth; 0: a call through a pointer, whose function
    /// ptxas cannot know, or alloca(). Empty: cumulative_stack_bytes is all.
    std::optional<std::int64_t> stack_level_bytes{};
    std::int64_t static_shared_bytes = 0;
    std::optional<std::int64_t> constant_bytes;
    int barriers = 0;
    std::optional<int> launch_bound_threads;         ///< most threads per block that __launch_bounds__ allows
    std::optional<std::vector<int>> required_block;  ///< x, y and z of the block that __block_size__ requires
    std::optional<int> launch_bound_blocks{};        ///< blocks that must fit on an SM: the second of __launch_bounds__
    std::optional<int> launch_bound_registers{};     ///< most registers per thread that __maxnreg__ allows
    std::optional<int> peak_live_registers;          ///< maximum over all instructions, as nvdisasm counts
    std::optional<int> loads_under_way;  ///< global loads in flight in one loop of the code (loads_under_way.h)
    /// Shared memory spills of the entry function, from marks in the code: ptxas does not report them.
    std::optional<std::int64_t> shared_spill_store_bytes, shared_spill_load_bytes;
    int register_cap_requested = 0;
    bool register_cap_honoured = true;
    std::vector<FunctionReport> functions;  ///< the entry first, then the functions it calls
    double seconds = 0;                     ///< wall time of the compile, or of the lookup if cached
    double compiler_seconds = 0;            ///< time of the compile itself, the original one if cached
    bool cached = false;
    std::string compiler;  ///< "NVRTC 13.0.88"
    std::string log;       ///< complete output
};

struct PtxInspection {
    std::int64_t local_bytes = 0;  ///< `.local` declarations of all functions
    std::map<std::string, std::int64_t> local_bytes_by_function;
};

struct SassInspection {
    int local_loads = 0;   ///< LDL
    int local_stores = 0;  ///< STL
    int instructions = 0;
    // Empty in results of earlier versions.
    std::optional<int> warp_sums;          ///< REDUX
    std::optional<int> shuffles;           ///< SHFL
    std::optional<int> shared_atomics;     ///< ATOMS
    std::optional<int> lane_constants;     ///< LDC of the program's own constants: an address per lane
    std::optional<int> uniform_constants;  ///< ULDC or LDCU of them: one address for the warp
};

/// Counts from the machine code.
struct CodeFigures {
    SassInspection sass;
    std::optional<int> peak_live_registers, loads_under_way;
    std::optional<std::int64_t> shared_spill_store_bytes, shared_spill_load_bytes;
};

struct Occupancy {
    double theoretical = 0;  ///< 0..1
    int blocks_per_sm = 0;
    int warps_per_sm = 0;
    int limit_registers = 0;  ///< blocks per SM that each resource allows
    int limit_shared = 0;
    int limit_warps = 0;
    int limit_blocks = 0;
    int limit_barriers = 0;
    std::vector<std::string> limiter;                ///< "registers", "shared_memory", "warps", "blocks", "barriers"
    std::int64_t allocated_registers_per_block = 0;  ///< after the hardware's rounding
    std::int64_t allocated_shared_bytes_per_block = 0;
};

struct Provenance {
    std::string gpu, driver, cuda, date;
};

struct SampleStatistics {
    double median = 0, p20 = 0, p80 = 0, noise = 0;  ///< seconds; noise is relative
    int samples = 0;
};

/// Share of a launch's time that one resource needs (time_account.h).
struct TimeShare {
    std::string resource;  ///< "l2_write"
    double amount = 0;
    std::optional<double> local_amount;  ///< part caused by local memory, if known
    std::string unit;                    ///< "sectors"
    double roof = 0;                     ///< highest rate per second, at the measurement's clock
    double share = 0;                    ///< share of the measured time
};

struct LimitedBy {
    std::string resource;         ///< "latency" if no resource explains enough
    std::optional<double> share;  ///< share of the measured time; for latency, of the warps' time
};

enum class MeasurementSource { none, live, recorded };

struct Measurement {
    MeasurementSource source = MeasurementSource::none;
    std::string reason;  ///< why there is no measurement: "no NVIDIA driver on this machine"; a part of a sentence
    std::optional<SampleStatistics> seconds;
    std::optional<double> bytes_per_second;
    std::optional<double> cycles_per_access;
    std::optional<double> requested_bytes_per_second, flops_per_second;
    std::optional<double> percent_of_peak;           ///< of the datasheet's bandwidth
    std::optional<double> ceiling_bytes_per_second;  ///< best copy bandwidth measured on this GPU
    std::optional<double> percent_of_ceiling;
    std::optional<double> host_seconds;                  ///< median, from the host's call until the result is available
    std::optional<std::int64_t> gpu_memory_taken_bytes;  ///< free GPU memory that the first launch took
    std::optional<double> event_seconds;                 ///< most that timing added to `seconds`; only if significant
    std::optional<double> waited_seconds;                ///< wait for other workers that measured on this GPU
    std::optional<int> discarded_samples;                ///< not used: taken at a lowered SM clock
    std::optional<std::string> cache;                    ///< "cold" or "warm"
    std::optional<double> sm_clock_hz;
    std::optional<std::int64_t> local_bytes_per_thread;
    std::optional<std::map<std::string, double>> counters;  ///< keyed by ncu's names; only on request
    std::optional<std::string> counters_reason;             ///< why requested counters are missing
    /// From the counters and the GPU's roofs. Never recorded, recomputed on reading.
    std::optional<std::vector<TimeShare>> time_account;
    std::optional<LimitedBy> limited_by;
    std::optional<std::map<std::string, double>> stall_reasons;  ///< shares of the time that warps were resident
    /// From a separate launch, taken with the counters.
    std::optional<StallSamples> stall_samples;
    std::optional<std::string> stall_samples_reason;  ///< why requested samples are missing
    std::optional<Provenance> provenance;
};

/// over_limit: the output is right, but the kernel exceeds a limit of its exercise.
enum class VerificationStatus { not_run, matched, mismatched, over_limit };
struct Verification {
    VerificationStatus status = VerificationStatus::not_run;
    std::string against = "reference";
    std::optional<std::string> detail;      ///< first difference, or the reason for not_run
    std::optional<ExceededLimit> exceeded;  ///< only with over_limit
    std::optional<Bound> stopped;           ///< the limit that stopped the run
};

/// Result of one configuration of one variant through the pipeline, as `run --json` prints it. Parts that were not
/// reached, or cannot be known here, are empty.
struct RunResult {
    std::string experiment;
    std::string variant;
    Values parameters;
    std::string gpu_name;
    std::string gpu_arch;
    /// Hash of the requested job, see protocol/job_encoding.h: the key of this result. The names above are only labels.
    /// Set by the requesting side, never by a worker.
    std::optional<std::string> job_hash;
    Status status = Status::ok;
    std::optional<std::string> message;    ///< what went wrong, in the tool's own words
    std::optional<std::string> advice;     ///< which limit was hit, and which knob to move
    std::optional<Bound> compile_stopped;  ///< the limit that stopped the compile
    std::optional<ErrorKind> error_kind;   ///< of `message`
    /// Sentences about the request's build settings and tools, from the requesting side: options left out.
    std::optional<std::vector<std::string>> notes;
    std::optional<CompileReport> compile;
    std::optional<PtxInspection> ptx;
    std::optional<SassInspection> sass;
    std::optional<std::vector<Cause>> causes;           ///< where they were asked for
    std::optional<std::vector<SourceLineNeeds>> lines;  ///< likewise
    std::optional<CountedBlocks> counted;               ///< by the interpreter of PTX, where that was asked for
    std::optional<Occupancy> occupancy;
    std::int64_t dynamic_shared_bytes = 0;
    Measurement measurement;
    Verification verification;
};

/// True if a limit or the machine's state stopped the compile: another try may succeed.
[[nodiscard]] inline bool is_passing(const RunResult& result)
{
    return result.compile_stopped.has_value() || result.error_kind == ErrorKind::passing;
}

/// A result with the request's names and no data yet.
[[nodiscard]] RunResult empty_result(const std::string& experiment, const std::string& variant, const Values& values,
                                     const Gpu& gpu);
[[nodiscard]] RunResult empty_result(const Job& job);

/// Stores the figures in `sass`, and in `compile` if the job compiled.
void put_code_figures(RunResult& result, const CodeFigures& figures);

/// Whether the configuration was refused before the launch: by the compiler, the occupancy calculator, or a limit. A
/// refusal is a result, like a number.
[[nodiscard]] bool is_refusal(const RunResult& result);

[[nodiscard]] const char* to_string(Status status);
[[nodiscard]] const char* to_string(MeasurementSource source);
[[nodiscard]] const char* to_string(VerificationStatus status);

/// "No measurement: no NVIDIA driver on this machine"; empty without a reason.
[[nodiscard]] std::string no_measurement_words(const Measurement& measurement);

/// Current time as used in provenance: "2026-11-20T14:09:08Z".
[[nodiscard]] std::string utc_now();

}  // namespace spillway::model
