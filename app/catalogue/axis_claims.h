#pragma once

#include <string>
#include <vector>

#include "app/catalogue/claims.h"

namespace spillway::catalogue {

/// Claims over an axis: what is said of several settings at once.

/// The settings that a claim speaks of: its own, or one for each point of its axis. The points are those that the grids
/// of "recording" have in its range; where no grid has that axis, the slider's.
[[nodiscard]] std::vector<model::Values> claim_settings(const model::Experiment& experiment, const model::Claim& claim);

/// That the variant is better than all others by this metric: faster, or smaller where less is better.
[[nodiscard]] model::Formula best_condition(const model::Experiment& experiment, const std::string& variant,
                                            const std::string& metric);

/// Checks it at every point that is known. A point where a number is missing (too much shared memory, say) is left out;
/// the ends that a cliff or a best variant names have to be known.
[[nodiscard]] ClaimCheck check_axis_claim(const model::Experiment& experiment, const model::Claim& claim,
                                          const std::vector<model::RunResult>& results, const model::Gpu& gpu,
                                          const MetricReader& read);

}  // namespace spillway::catalogue
