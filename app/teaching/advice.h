#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/occupancy_curves.h"
#include "app/model/run_result.h"

namespace spillway::teaching {

/// A knob change that may help.
struct Step {
    /// Purpose of the step: fit more warps (by the smallest change that may do it), or use less local memory.
    enum class Aim { more_warps, less_local_memory };

    std::string what;  ///< "Cap at 32 registers"
    model::Values set;
    Aim aim = Aim::more_warps;
};

/// Why no further block fits on the SM, and steps to try (next_step.h adds what each step costs).
struct Advice {
    std::string sentence;     ///< "A 7th block needs 10,240 registers; 4,096 are free." Empty: occupancy unknown
    std::vector<Step> steps;  ///< at most one for each knob; empty if the SM is full
};

/// Uses only the occupancy calculator's results, no arithmetic of our own: allocated sizes per block, and the what-if
/// curves for steps. `curves` may be null (no steps then). A step changes only knobs of `experiment`, within their
/// range.
[[nodiscard]] Advice next_block_advice(const model::RunResult& result, const model::Gpu& gpu,
                                       const model::OccupancyCurves* curves, const model::Experiment& experiment);

/// "1st", "2nd", "11th".
[[nodiscard]] std::string ordinal(int number);
/// "12,296".
[[nodiscard]] std::string grouped(std::int64_t number);
/// "6 blocks", "1 block".
[[nodiscard]] std::string counted(std::int64_t number, const char* noun);

}  // namespace spillway::teaching
