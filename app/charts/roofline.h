#pragma once

// Rooflines: work per byte of one memory level, and work per second, of each variant, below the GPU's measured limits.

#include <optional>
#include <vector>

#include "app/charts/metric_chart.h"

namespace spillway::charts {

/// Memory level of the bytes. For L1: the pipe that it shares with shared memory, 128 bytes per pass.
enum class RoofLevel { dram, l2, l1 };

/// Unit of work: a kernel's own floating-point operations if the experiment gives their number; otherwise issued
/// instructions, which every kernel has, times 32 threads.
enum class Work { flops, instructions };

/// One launch.
struct RooflineSpot {
    double operations = 0, bytes = 0, seconds = 0;
    /// Least time that these bytes need, as a share of the launch's time. Reads and writes of L2 overlap, so the larger
    /// of the two counts; of the other levels their sum.
    std::optional<double> share;
    [[nodiscard]] double operations_per_byte() const { return operations / bytes; }
    [[nodiscard]] double operations_per_second() const { return operations / seconds; }
};

/// Empty if the launch has no counters or moved no byte of that level.
[[nodiscard]] std::optional<RooflineSpot> roofline_spot(const model::Measurement& measurement, RoofLevel level,
                                                        Work work);

/// The chart, and for each of its points the value of the parameter ChartInput::x_axis (the chart's own x axis is work
/// per byte), indexed like Chart::series and their points.
struct Roofline {
    Chart chart;
    Work work = Work::instructions;
    std::vector<std::vector<model::Value>> values;
};

/// A spot for each variant at the current setting, and a thin line through its spots at all values of
/// ChartInput::x_axis, in their order. Without counters, Chart::empty_message says so.
[[nodiscard]] Roofline roofline(const ChartInput& input, RoofLevel level);

/// The memory level that limits the focused variant most at the current setting; if it has no counters, the one that
/// limits any result most. Empty without counters.
[[nodiscard]] std::optional<RoofLevel> limiting_level(const ChartInput& input);

/// "DRAM", "L2", "L1 and shared memory".
[[nodiscard]] const char* roof_level_name(RoofLevel level);

}  // namespace spillway::charts
