#pragma once

// Builds all requests to workers, for the window and the command line.

#include <string>

#include "app/model/job.h"
#include "app/model/run_result.h"
#include "app/protocol/messages.h"

namespace spillway::results {

/// Part of a configuration that a request computes.
enum class Stage {
    report,   ///< compile, occupancy, and a measurement if a GPU is live
    details,  ///< counts of its code, or hardware counters, after the report; a measurement only for counters
    output,   ///< output compared with the reference on the worker's CPU; no measurement
    longer,   ///< a longer measurement
    code,
    causes,   ///< reasons for its use of local memory
    what_if,  ///< its occupancy with other block sizes, registers and shared memory
    counts,   ///< counts of some of its blocks, by the interpreter of PTX; not measured
};
constexpr std::size_t stages = 8;

inline constexpr std::int64_t sampled_blocks = 4;  ///< of Stage::counts

/// Order of requests. The worker has extra threads for the first; everything else runs behind it.
enum class Priority { focus, current, code, ahead, causes, longer, curve, background };
constexpr std::size_t priorities = 8;

/// One request: a stage of a configuration, and its priority.
struct Want {
    Stage stage = Stage::report;
    Priority priority = Priority::focus;
    std::string group{};              ///< a newer request of the same group replaces it
    bool needs_code = false;          ///< counts of its code
    bool needs_counters = false;      ///< hardware counters, if a GPU is live
    bool needs_samples_only = false;  ///< stall samples without the counters
};

/// `is_live`: the job's GPU is in the worker's machine. `known`: the earlier result. Stage::what_if needs it, with a
/// compile report, for the registers that its curves vary around; the other stages ignore it.
[[nodiscard]] protocol::ToWorker request_for(const Want& want, const model::Job& job, bool is_live,
                                             const model::RunResult* known = nullptr);

}  // namespace spillway::results
