#pragma once

// Grid, block, warp, thread: a launch in numbers.

#include <cstdint>
#include <optional>
#include <string>

#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/run_result.h"

namespace spillway::charts {

/// Size of a launch: blocks, blocks resident at a time, idle slots of the last wave.
struct LaunchFigure {
    std::int64_t blocks = 0, threads_per_block = 0, warps_per_block = 0;
    std::int64_t blocks_per_sm = 0, sms = 0;
    std::int64_t threads_per_warp = 32;
    std::optional<int> registers = {};             ///< per thread
    std::optional<std::int64_t> frame_bytes = {};  ///< stack frame per thread, in local memory
    [[nodiscard]] std::int64_t blocks_at_a_time() const { return blocks_per_sm * sms; }
    [[nodiscard]] std::int64_t waves() const;
    /// Share of empty block slots in the last wave.
    [[nodiscard]] double idle_in_last_wave() const;
};

/// Empty if the variant is a copy or a library function, or if its launch or the number of resident blocks is unknown.
[[nodiscard]] std::optional<LaunchFigure> launch_figure(const model::Experiment& experiment, const model::Gpu& gpu,
                                                        const model::RunResult& result);

/// "4,096 blocks of 256 threads (8 warps). 8 blocks fit on an SM, 1,056 on the GPU's 132 SMs: 4 waves; ..."
[[nodiscard]] std::string launch_words(const LaunchFigure& launch);

}  // namespace spillway::charts
