#pragma once

// Advice that follows from the time account (model/time_account.h). Each number comes from the account or a counter.

#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/run_result.h"
#include "app/teaching/advice.h"

namespace spillway::teaching {

/// Advice on what would make the kernel faster, and on the next limit: "Only moving fewer bytes makes this faster.
/// Next: L2 reads, 48 % of the time." Says "only" if the resource is busy for at least 90 % of the time and
/// `is_fastest` (no other variant takes less time). Below 90 % it also names what warps wait for. Empty without
/// counters.
[[nodiscard]] std::string what_would_help(const model::RunResult& result, bool is_fastest = true);

/// True if far fewer warps were active, as counted, than fit on the SM: a launch with few blocks, or a long tail.
[[nodiscard]] bool leaves_slots_empty(const model::RunResult& result);

/// True if more warps may help: latency limits the kernel, or the limit is unknown.
[[nodiscard]] bool may_gain_from_warps(const model::RunResult& result);

/// Settings that relieve the limiting resource: they allow more registers, or put spills into shared memory. Empty
/// unless the kernel spills and more than half of that resource's work is local memory's. A step changes only knobs
/// that the experiment has and that restrict the kernel now.
[[nodiscard]] std::vector<Step> steps_against_limit(const model::RunResult& result,
                                                    const model::Experiment& experiment);

}  // namespace spillway::teaching
