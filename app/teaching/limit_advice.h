#pragma once

// What follows from where the time goes (model/time_account.h). Every number in it is the account's or a counter's.

#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/run_result.h"
#include "app/teaching/advice.h"

namespace spillway::teaching {

/// What would make it faster, and what would limit next: "Only moving fewer bytes makes this faster. Next: L2 reads,
/// 48 % of the time." Says "only" where the resource is busy for 90 % of the time and `is_fastest`: no variant beside
/// it takes less time. Below 90 % it names what warps wait for too. Empty where nothing was counted.
[[nodiscard]] std::string what_would_help(const model::RunResult& result, bool is_fastest = true);

/// Whether far fewer warps were there, as counted, than fit on the SM: a launch with few blocks, or with a long end.
[[nodiscard]] bool leaves_slots_empty(const model::RunResult& result);

/// Whether more warps may help: where nothing limits, or there is no result.
[[nodiscard]] bool may_gain_from_warps(const model::RunResult& result);

/// Settings that take away what limits: where local memory's traffic does, those that leave more registers or put
/// spills into shared memory. A step names only knobs that the experiment has and that stand in the way now.
[[nodiscard]] std::vector<Step> steps_against_limit(const model::RunResult& result,
                                                    const model::Experiment& experiment);

}  // namespace spillway::teaching
