#pragma once

// The results that a claim, a question or an exercise needs. The session requests them in the background, the command
// line in a batch.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/gpu.h"

namespace spillway::judging {

/// One configuration of an experiment on one GPU.
struct Need {
    std::string variant;
    model::Values values;  ///< all parameters
    std::string gpu;
    bool needs_code = false;      ///< figures of its machine code too
    bool needs_counters = false;  ///< hardware counters too, where the GPU is live
    bool needs_output = false;    ///< its output compared with the reference's in a small run without a GPU
    bool needs_counts = false;    ///< counts of the interpreter of PTX, where nothing was measured
    friend bool operator==(const Need&, const Need&) = default;
};

/// One need per variant and setting that the claim uses.
[[nodiscard]] std::vector<Need> needs_of(const model::Experiment& experiment, const model::Claim& claim,
                                         const model::Gpu& gpu);
/// One need per variant that a number or choice question uses.
[[nodiscard]] std::vector<Need> needs_of(const model::Experiment& experiment, const model::Question& question,
                                         const model::Gpu& gpu);

/// Comparisons that decide an exercise's output: the learner's variant on each live GPU; without one, or with limits on
/// memory accesses, a small run without a GPU.
[[nodiscard]] std::vector<Need> output_needs(const model::Experiment& exercise, const model::Gpu& selected,
                                             const std::vector<model::Gpu>& live);

/// Resolves a GPU's name; empty for an unknown one.
using ChooseGpu = std::function<std::optional<model::Gpu>(const std::string& name)>;
/// GPU for checking a claim: `selected` if the claim names it or "all", else the first named GPU that `choose`
/// resolves. Empty if there is none.
[[nodiscard]] std::optional<model::Gpu> claim_gpu(const model::Claim& claim, const model::Gpu& selected,
                                                  const ChooseGpu& choose);

}  // namespace spillway::judging
