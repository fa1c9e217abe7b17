#pragma once

// Stall reasons of each line's warps: in words, and as the numbers of the lane beside the code.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/run_result.h"
#include "app/model/stalled_lines.h"

namespace spillway::teaching {

/// Samples beside one column of code.
struct WaitLane {
    std::vector<model::LineStalls> rows;
    std::int64_t samples = 0;  ///< of the whole launch
    double most = 0;           ///< the largest share of one row
    int most_row = -1;         ///< first row with that share

    /// Share of all samples; empty if the row has none.
    [[nodiscard]] std::optional<double> share(int row) const;
};

/// Empty if no row has samples.
[[nodiscard]] std::optional<WaitLane> wait_lane(std::vector<model::LineStalls> rows, std::int64_t samples);
/// For the source; `rows` is its number of lines.
[[nodiscard]] std::optional<WaitLane> wait_lane(const model::StalledLines& lines, int rows);

/// Words for a stall reason: "data from local memory" for "long_scoreboard:local".
[[nodiscard]] std::string waited_for(std::string_view reason);
/// "31 % of the samples are here: 28 % wait for data from local memory, 2 % for their turn to issue, 1 % issue."
[[nodiscard]] std::string wait_words(const WaitLane& lane, int row);
/// "Line 12: 31 % of the samples wait here for data from local memory."
[[nodiscard]] std::string most_waited_words(const WaitLane& lane);
/// Why the code has no samples, and how to get them.
[[nodiscard]] std::string missing_waits_words(const model::RunResult& result, const model::Listing& listing);

}  // namespace spillway::teaching
