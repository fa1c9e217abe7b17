#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/asked_claims.h"

namespace spillway::cli {

/// Tests claims by mutation: changes the numbers that they use, one at a time, and counts the claims that break. A
/// claim that no change breaks says nothing.

/// A change of the numbers behind claims.
struct Mutation {
    std::string what;
    catalogue::MetricReader read;
};

/// Outcome of one kind of change.
struct MutationCount {
    int changes = 0;                     ///< changes that altered a number
    int noticed = 0;                     ///< changes that broke a claim
    std::vector<std::string> unnoticed;  ///< "local.bytes_per_second, 30 % higher"
};

/// Outcome for one experiment's claims.
struct MutationScore {
    MutationCount numbers;                 ///< one number higher, lower, swapped or bent
    MutationCount mechanisms;              ///< see mechanism_mutations.h
    std::vector<std::string> idle_claims;  ///< true claims that no change broke
    std::vector<std::string> causeless;    ///< claims on a cause that hold without it
};

[[nodiscard]] MutationScore mutate_claims(const model::Experiment& experiment, const std::vector<AskedClaim>& asked);

/// Prints a line per experiment and the unnoticed changes. Returns exit_refused if fewer than 95 of 100 changes of a
/// kind were noticed, a claim is idle, or a claim on a cause holds without it.
int report_mutations(const std::vector<const model::Experiment*>& experiments, const std::vector<AskedClaim>& asked);

}  // namespace spillway::cli
