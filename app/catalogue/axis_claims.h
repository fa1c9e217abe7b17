#pragma once

#include <string>
#include <vector>

#include "app/catalogue/claims.h"

namespace spillway::catalogue {

/// Settings of a claim: its own, or one per point of its axis. The points are those of the "recording" grids in its
/// range, or the slider's if no grid has that axis.
[[nodiscard]] std::vector<model::Values> claim_settings(const model::Experiment& experiment, const model::Claim& claim);

/// One run that a claim needs: a variant of the experiment with values that differ from the initial ones.
struct ClaimRun {
    const model::Variant* variant = nullptr;
    model::Values set;
};
/// Each variant at each setting, or each case at each.
[[nodiscard]] std::vector<ClaimRun> claim_runs(const model::Experiment& experiment, const model::Claim& claim);

/// Condition that the variant beats all others by this metric. More is better for bandwidths, flops and percentages,
/// less for all others.
[[nodiscard]] model::Formula best_condition(const model::Experiment& experiment, const std::string& variant,
                                            const std::string& metric);

/// Checks the claim at every known point. Skips points with a missing number (too much shared memory, say). The verdict
/// is unknown with fewer than two known points, or if an end named by a cliff or a best variant is not known.
[[nodiscard]] ClaimCheck check_axis_claim(const model::Experiment& experiment, const model::Claim& claim,
                                          const std::vector<model::RunResult>& results, const model::Gpu& gpu,
                                          const MetricReader& read);

}  // namespace spillway::catalogue
