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
    Samples focused;   ///< the chosen variant's report
    Samples all;       ///< the reports of all variants
};

/// The drag as a learner meets it: the program was opened, somebody spoke for five seconds while the
/// curves filled in, and the slider moves. Nothing was compiled before the program started.
constexpr const char* as_used = "cold, guessing ahead, after 5 s at rest";

/// The drag of somebody who has just installed the program: nothing compiled, nothing waited for, but the compiler's
/// reports that came with it.
constexpr const char* as_shipped = "cold, at once after opening, with shipped reports";

/// The drag with nothing but it, and the same right after a look at a kernel that never finishes compiling.
constexpr const char* alone = "cold, without guessing";
constexpr const char* beside_endless = "cold, without guessing, beside an endless compile";

/// Everything that was measured; what could not be is empty.
struct Figures {
    // One move, nothing cached, nothing guessed, and nvcc on the same kernels.
    Samples slider_to_report;  ///< the chosen variant
    Samples slider_to_all_reports;
    Samples nvrtc;                    ///< NVRTC alone, in a process of its own, on the chosen variant's kernel
    Samples nvrtc_in_helper;          ///< the same through a helper process, as the worker compiles
    Samples nvcc;                     ///< a file with the chosen variant's kernel
    Samples nvcc_all;                 ///< a file with the kernels of all variants
    Samples slider_to_lane;           ///< the chosen variant, until its code came with what each line needs
    Samples disassembler;             ///< alone on that code
    Samples slider_to_lane_cached;    ///< as slider_to_report_cached
    Samples slider_to_report_cached;  ///< one move to a value that an earlier run compiled, in a new worker
    std::vector<DragRow> drags;
    // A .cu saved by another editor while it is shown, and NVRTC alone on the same text.
    Samples save_to_report;
    Samples save_nvrtc;
    Samples frame_cpu;
    Samples frame_cpu_at_rest_with_many;  ///< with 100,000 results known: the frame alone
    Samples frame_cpu_in_drag_with_many;
    Samples frame_cpu_in_drag_by_step;  ///< the same drag several times, of each step the fastest
    Samples start_to_first_chart;

    /// Every step of the drags in one mode.
    [[nodiscard]] DragRow together(const std::string& mode) const;
    /// Ratio of medians: nvcc beside `waiting`; nothing without either.
    [[nodiscard]] std::optional<double> nvcc_over(const Samples& waiting) const;
    /// Ratio of medians: the lane beside NVRTC and the disassembler alone, one after the other.
    [[nodiscard]] std::optional<double> lane_over_tools() const;
    /// Ratio of medians: a step of a drag beside an endless compile, to one without.
    [[nodiscard]] std::optional<double> endless_over_alone() const;
};

void print_table(const Figures& figures);
[[nodiscard]] bool write_json(const Figures& figures, const std::filesystem::path& file);

}  // namespace spillway::bench
