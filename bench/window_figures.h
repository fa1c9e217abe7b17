#pragma once

#include <filesystem>
#include <string>

#include "bench/report.h"

namespace spillway::bench {

/// How often.
struct WindowEffort {
    int starts = 7;
    std::size_t same_drags = 7;
};

/// Draws the real window into memory: CPU time of a frame while a slider is dragged, and the time from
/// the start of a process to its first chart with a report in it.
void measure_window(const std::filesystem::path& folder, const WindowEffort& effort, Figures& figures);

/// The child process of the second figure: opens session and window, draws until the chart is there, and
/// prints the seconds since `begin_nanoseconds` of the monotonic clock.
int draw_first_chart(const std::string& begin_nanoseconds);

}  // namespace spillway::bench
