#pragma once

// Counts of a whole grid from those of some of its blocks.

#include <optional>
#include <string>

#include "app/model/run_result.h"

namespace spillway::model {

struct GridCount {
    double value = 0;
    bool is_exact = true;  ///< every block ran, or all between the first and the last count the same
};

/// The first and the last block (or cluster) count once, those between as often as the grid has such. Empty where no
/// block was counted.
[[nodiscard]] std::optional<GridCount> grid_count(const CountedBlocks& counted,
                                                  std::int64_t (*of)(const InterpretedCounts&));

/// "counted by running 4 of 1,024 blocks here"; empty where none ran.
[[nodiscard]] std::string counted_words(const CountedBlocks& counted);

/// Whether the counts of the blocks that ran differ, so that a metric's value is an estimate.
[[nodiscard]] bool is_estimate(const RunResult& result);

/// Whether what the PTX does in local memory is what the machine code does: ptxas kept its frame, and spilled nothing.
[[nodiscard]] bool keeps_local_memory(const RunResult& result);

}  // namespace spillway::model
