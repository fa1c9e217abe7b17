#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/occupancy_curves.h"
#include "app/model/run_result.h"

namespace spillway::teaching {

/// A change of one knob that may help.
struct Step {
    /// What it is for: to let more warps in (the smallest change that may), or to move less of local memory.
    enum class Aim { more_warps, less_local_memory };

    std::string what;  ///< "Cap at 32 registers"
    model::Values set;
    Aim aim = Aim::more_warps;
};

/// Why no further block fits on the SM, and what could be tried (next_step.h tells what it costs).
struct Advice {
    std::string sentence;     ///< "A 7th block needs 10,240 registers; 4,096 are free." Empty: occupancy unknown
    std::vector<Step> steps;  ///< the nearest at hand first; none where the SM is full
};

/// Computed from the calculator's own answer for this result, never from arithmetic of our own: what a
/// block takes are the occupancy's allocated sizes, and what would fit comes from the what-if curves.
/// `curves` may be null (then no steps); a step names only knobs of `experiment`, within their range.
[[nodiscard]] Advice next_block_advice(const model::RunResult& result, const model::Gpu& gpu,
                                       const model::OccupancyCurves* curves, const model::Experiment& experiment);

/// "1st", "2nd", "11th".
[[nodiscard]] std::string ordinal(int number);
/// "12,296".
[[nodiscard]] std::string grouped(std::int64_t number);
/// "6 blocks", "1 block".
[[nodiscard]] std::string counted(std::int64_t number, const char* noun);

}  // namespace spillway::teaching
