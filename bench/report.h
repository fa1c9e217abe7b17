#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/statistics.h"

namespace spillway::bench {

/// One drag in one state of cache and guessing.
struct DragRow {
    std::string experiment;
    std::string parameter;
    std::string mode;  ///< "cold", "cold, guessing ahead", "warm"
    Samples until_served;
    Samples until_own_report;
};

/// Everything that was measured; what could not be is empty.
struct Figures {
    Samples slider_to_report;         ///< one move, nothing cached, nothing guessed: all variants
    Samples slider_to_report_cached;  ///< one move to a value that an earlier run compiled, in a new worker
    Samples nvcc;
    std::vector<DragRow> drags;
    Samples frame_cpu;
    Samples start_to_first_chart;

    /// Ratio of medians; nothing without nvcc.
    [[nodiscard]] std::optional<double> nvcc_over_spillway() const;
    /// Share of the drags' steps in `mode` that were served within 100 ms.
    [[nodiscard]] double share_served(const std::string& mode) const;
};

void print_table(const Figures& figures);
[[nodiscard]] bool write_json(const Figures& figures, const std::filesystem::path& file);

}  // namespace spillway::bench
