#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/asked_claims.h"

namespace spillway::cli {

/// Whether claims can break: the numbers that they speak of are changed, one change at a time, and what breaks is
/// counted. A claim that no change breaks says nothing.

/// What came of one experiment's claims.
struct MutationScore {
    int changes = 0;                       ///< that made a difference to a number
    int noticed = 0;                       ///< of these: a claim that held broke
    std::vector<std::string> unnoticed;    ///< "local.bytes_per_second, 30 % higher"
    std::vector<std::string> idle_claims;  ///< that hold, and that no change broke
};

[[nodiscard]] MutationScore mutate_claims(const model::Experiment& experiment, const std::vector<AskedClaim>& asked);

/// Prints a line for each experiment and what went unnoticed. The exit status: refused where fewer than 95 of 100
/// changes were noticed, or a claim is idle.
int report_mutations(const std::vector<const model::Experiment*>& experiments, const std::vector<AskedClaim>& asked);

}  // namespace spillway::cli
