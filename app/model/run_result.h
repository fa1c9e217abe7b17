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

/// What ptxas reported of one function.
struct FunctionReport {
    std::string name;  ///< mangled
    bool is_entry = false;
    std::optional<int> registers;  ///< ptxas may print no `Used` line
    std::int64_t stack_frame_bytes = 0;
    std::int64_t spill_store_bytes = 0;
    std::int64_t spill_load_bytes = 0;
    std::optional<std::int64_t> cumulative_stack_bytes;
    // Of an entry in the answer to a whole file, as in CompileReport.
    std::optional<int> launch_bound_threads;
    std::optional<std::vector<int>> required_block;
    friend bool operator==(const FunctionReport&, const FunctionReport&) = default;
};

/// The compiler's answer for the kernel, as ptxas reports it. Bytes of stack frame and spills are
/// per thread, shared memory per block.
struct CompileReport {
    std::optional<int> registers;
    std::int64_t stack_frame_bytes = 0;  ///< of the entry function
    std::int64_t spill_store_bytes = 0;
    std::int64_t spill_load_bytes = 0;
    std::optional<std::int64_t> cumulative_stack_bytes;
    std::int64_t static_shared_bytes = 0;
    std::optional<std::int64_t> constant_bytes;
    int barriers = 0;
    std::optional<int> launch_bound_threads;         ///< the most threads of a block that __launch_bounds__ allows
    std::optional<std::vector<int>> required_block;  ///< x, y and z of the only block that __block_size__ allows
    std::optional<int> peak_live_registers;          ///< the most of any instruction, as nvdisasm counts
    std::optional<int> loads_under_way;  ///< from global memory, in one loop of the code (loads_under_way.h)
    /// Of the entry function, as ptxas marks them in the code: it does not report them.
    std::optional<std::int64_t> shared_spill_store_bytes, shared_spill_load_bytes;
    int register_cap_requested = 0;
    bool register_cap_honoured = true;
    std::vector<FunctionReport> functions;  ///< the entry first, then what it calls
    double seconds = 0;                     ///< wall time of the compile; of the look-up when cached
    double compiler_seconds = 0;            ///< what the compile took, an earlier one's when cached
    bool cached = false;
    std::string compiler;  ///< "NVRTC 13.0.88"
    std::string log;       ///< whole
};

struct PtxInspection {
    std::int64_t local_bytes = 0;  ///< `.local` declarations, all functions
    std::map<std::string, std::int64_t> local_bytes_by_function;
};

struct SassInspection {
    int local_loads = 0;   ///< LDL
    int local_stores = 0;  ///< STL
    int instructions = 0;
};

/// What is counted in the machine code.
struct CodeFigures {
    SassInspection sass;
    std::optional<int> peak_live_registers, loads_under_way;
    std::optional<std::int64_t> shared_spill_store_bytes, shared_spill_load_bytes;
};

struct Occupancy {
    double theoretical = 0;  ///< 0..1
    int blocks_per_sm = 0;
    int warps_per_sm = 0;
    int limit_registers = 0;  ///< blocks per SM that each resource would allow
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

/// What one resource has to do with a launch's time (time_account.h).
struct TimeShare {
    std::string resource;  ///< "l2_write"
    double amount = 0;
    std::optional<double> local_amount;  ///< local memory's part of it, where that can be told
    std::string unit;                    ///< "sectors"
    double roof = 0;                     ///< the most of it in a second, at the clock of the measurement
    double share = 0;                    ///< of the measured time
};

struct LimitedBy {
    std::string resource;         ///< "latency" where none explains enough
    std::optional<double> share;  ///< of the measured time; of latency: of the warps' time
};

enum class MeasurementSource { none, live, recorded };

struct Measurement {
    MeasurementSource source = MeasurementSource::none;
    std::string reason;  ///< why there is none: "no NVIDIA driver on this machine"; no sentence of its own
    std::optional<SampleStatistics> seconds;
    std::optional<double> bytes_per_second;
    std::optional<double> cycles_per_access;
    std::optional<double> requested_bytes_per_second, flops_per_second;
    std::optional<double> percent_of_peak;           ///< of the datasheet's bandwidth
    std::optional<double> ceiling_bytes_per_second;  ///< the best copy that this GPU was seen to do
    std::optional<double> percent_of_ceiling;
    std::optional<double> host_seconds;                  ///< median, from the host's call until the result is there
    std::optional<std::int64_t> gpu_memory_taken_bytes;  ///< that the first launch took from the GPU's free memory
    std::optional<double> event_seconds;   ///< the most that timing added to `seconds`; where that is worth telling
    std::optional<double> waited_seconds;  ///< for other workers that measured on this GPU
    std::optional<int> discarded_samples;  ///< taken at a lowered SM clock, and not used
    std::optional<std::string> cache;      ///< "cold" or "warm"
    std::optional<double> sm_clock_hz;
    std::optional<std::int64_t> local_bytes_per_thread;
    std::optional<std::map<std::string, double>> counters;  ///< by ncu's names; only where they were asked for
    std::optional<std::string> counters_reason;             ///< why there are none, though they were asked for
    /// From the counters and the GPU's roofs: never recorded, made again where it is read.
    std::optional<std::vector<TimeShare>> time_account;
    std::optional<LimitedBy> limited_by;
    std::optional<std::map<std::string, double>> stall_reasons;  ///< shares of the time that warps were resident
    /// Of a launch of its own, with the counters.
    std::optional<StallSamples> stall_samples;
    std::optional<std::string> stall_samples_reason;  ///< why there are none, though they were asked for
    std::optional<Provenance> provenance;
};

/// over_limit: the output is right, and the kernel exceeds one of its exercise's limits.
enum class VerificationStatus { not_run, matched, mismatched, over_limit };
struct Verification {
    VerificationStatus status = VerificationStatus::not_run;
    std::string against = "reference";
    std::optional<std::string> detail;      ///< first difference, or the reason for not_run
    std::optional<ExceededLimit> exceeded;  ///< only with over_limit
    std::optional<Bound> stopped;           ///< the bound at which the run was stopped
};

/// One configuration of one variant through the pipeline: what `run --json` prints. A part that
/// was not reached or cannot be known here is empty.
struct RunResult {
    std::string experiment;
    std::string variant;
    Values parameters;
    std::string gpu_name;
    std::string gpu_arch;
    /// Of the job that was asked, see protocol/job_encoding.h: what this is an answer to. The names above
    /// only name the request. Set by the asking side, never by a worker.
    std::optional<std::string> job_hash;
    Status status = Status::ok;
    std::optional<std::string> message;    ///< what went wrong, in the tool's own words
    std::optional<std::string> advice;     ///< which limit, and which knob to move
    std::optional<Bound> compile_stopped;  ///< the bound at which the compile was stopped
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

/// What every answer to this question begins with: its names, and nothing known yet.
[[nodiscard]] RunResult empty_result(const std::string& experiment, const std::string& variant, const Values& values,
                                     const Gpu& gpu);
[[nodiscard]] RunResult empty_result(const Job& job);

/// Puts them where a result has them: `sass`, and `compile` where it compiled.
void put_code_figures(RunResult& result, const CodeFigures& figures);

/// Whether the configuration itself was refused before anything was launched: by the compiler, the occupancy
/// calculator, or a limit. That is an answer to the question, as a number is.
[[nodiscard]] bool is_refusal(const RunResult& result);

[[nodiscard]] const char* to_string(Status status);
[[nodiscard]] const char* to_string(MeasurementSource source);
[[nodiscard]] const char* to_string(VerificationStatus status);

/// "No measurement: no NVIDIA driver on this machine"; empty where there is no reason.
[[nodiscard]] std::string no_measurement_words(const Measurement& measurement);

/// Now, as provenance tells it: "2026-11-20T14:09:08Z".
[[nodiscard]] std::string utc_now();

}  // namespace spillway::model
