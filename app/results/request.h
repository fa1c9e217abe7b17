#pragma once

// The one place where a request to a worker is built, for the window and the command line.

#include <string>

#include "app/model/job.h"
#include "app/model/run_result.h"
#include "app/protocol/messages.h"

namespace spillway::results {

/// What of a configuration is asked for.
enum class Stage {
    report,   ///< compiled, its occupancy, measured where a GPU is live
    details,  ///< the counts of its code, or hardware counters, once it has a report; else not measured
    output,   ///< what it writes, beside the reference, on the worker's processor; not measured
    longer,   ///< its time again, measured for longer
    code,
    causes,   ///< of its local memory
    what_if,  ///< its occupancy if it needed more or less
    counts,   ///< of some of its blocks, by the interpreter of PTX; not measured
};
constexpr std::size_t stages = 8;

inline constexpr std::int64_t sampled_blocks = 4;  ///< of Stage::counts

/// The order of requests. The worker has extra threads for the first, and does everything else behind it.
enum class Priority { focus, current, code, ahead, causes, longer, curve, background };
constexpr std::size_t priorities = 8;

/// One request: which stage of a configuration, and how urgently.
struct Want {
    Stage stage = Stage::report;
    Priority priority = Priority::focus;
    std::string group{};              ///< a newer request of the same group overtakes it
    bool needs_code = false;          ///< the counts of its code
    bool needs_counters = false;      ///< where a GPU is live
    bool needs_samples_only = false;  ///< the samples that come with counters, not the counters
};

/// `is_live`: the job's GPU is in the worker's machine. `known` is its earlier result: what-if curves are
/// around its registers, and no other stage looks at it.
[[nodiscard]] protocol::ToWorker request_for(const Want& want, const model::Job& job, bool is_live,
                                             const model::RunResult* known = nullptr);

}  // namespace spillway::results
