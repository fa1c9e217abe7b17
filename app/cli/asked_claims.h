#pragma once

#include <vector>

#include "app/catalogue/claims.h"
#include "app/cli/context.h"

namespace spillway::cli {

/// A claim on one GPU, and what was found there.
struct AskedClaim {
    const model::Experiment* experiment = nullptr;
    const model::Claim* claim = nullptr;
    const model::Gpu* named = nullptr;  ///< as the table calls it
    model::Gpu gpu;
    std::vector<model::RunResult> results;  ///< of each variant at each of the claim's settings

    [[nodiscard]] catalogue::ClaimCheck check(const catalogue::MetricReader& read = {}) const
    {
        return catalogue::check_claim(*experiment, *claim, results, gpu, read);
    }
};

}  // namespace spillway::cli
