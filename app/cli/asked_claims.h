#pragma once

#include <vector>

#include "app/catalogue/claims.h"
#include "app/cli/context.h"

namespace spillway::cli {

/// A claim on one GPU, with the results for it.
struct AskedClaim {
    const model::Experiment* experiment = nullptr;
    const model::Claim* claim = nullptr;
    const model::Gpu* named = nullptr;  ///< as in the table
    model::Gpu gpu;
    std::vector<model::RunResult> results;  ///< each variant at each of the claim's settings

    [[nodiscard]] catalogue::ClaimCheck check(const catalogue::MetricReader& read = {}) const
    {
        return catalogue::check_claim(*experiment, *claim, results, gpu, read);
    }
};

}  // namespace spillway::cli
