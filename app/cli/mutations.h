#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/asked_claims.h"

namespace spillway::cli {

/// Tests claims by mutation: changes the numbers that they use, one at a time, and counts the claims that break. A
/// claim that no change breaks says nothing.

/// Outcome for one experiment's claims.
struct MutationScore {
    int changes = 0;                       ///< changes that altered a number
    int noticed = 0;                       ///< changes that broke a claim
    std::vector<std::string> unnoticed;    ///< "local.bytes_per_second, 30 % higher"
    std::vector<std::string> idle_claims;  ///< true claims that no change broke
};

[[nodiscard]] MutationScore mutate_claims(const model::Experiment& experiment, const std::vector<AskedClaim>& asked);

/// Prints a line per experiment and the unnoticed changes. Returns exit_refused if fewer than 95 of 100 changes were
/// noticed or a claim is idle.
int report_mutations(const std::vector<const model::Experiment*>& experiments, const std::vector<AskedClaim>& asked);

}  // namespace spillway::cli
