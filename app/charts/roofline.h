#pragma once

// A roofline: how much work each variant does for a byte of one level of the memory, and how fast, under what the GPU
// was measured to do at most.

#include <optional>
#include <vector>

#include "app/charts/metric_chart.h"

namespace spillway::charts {

/// The level whose bytes are counted. L1's are those of the pipe that it shares with shared memory: 128 in each pass.
enum class RoofLevel { dram, l2, l1 };

/// What is counted as work: a kernel's own floating-point operations where the experiment says how many there are, else
/// what every kernel does: issued instructions, each of them 32 threads' operations.
enum class Work { flops, instructions };

/// One launch.
struct RooflineSpot {
    double operations = 0, bytes = 0, seconds = 0;
    std::optional<double>
        share;  ///< of the time that these bytes need at least; what two parts move at once counts once
    [[nodiscard]] double operations_per_byte() const { return operations / bytes; }
    [[nodiscard]] double operations_per_second() const { return operations / seconds; }
};

/// Nothing where the launch was not counted, or moved no byte of that level.
[[nodiscard]] std::optional<RooflineSpot> roofline_spot(const model::Measurement& measurement, RoofLevel level,
                                                        Work work);

/// The chart, and which value of the slider each of its points is of: as Chart::series and their points.
struct Roofline {
    Chart chart;
    Work work = Work::instructions;
    std::vector<std::vector<model::Value>> values;
};

/// A spot for each variant at the setting, and a thin line through those at the other values of the x axis, in its
/// order. Where nothing was counted, Chart::empty_message says so.
[[nodiscard]] Roofline roofline(const ChartInput& input, RoofLevel level);

/// The level of whose roof the chosen variant takes most at the setting, and so the one that says most of its time; of
/// all results where that one was not counted. Nothing where none was.
[[nodiscard]] std::optional<RoofLevel> telling_level(const ChartInput& input);

/// "DRAM", "L2", "L1 and shared memory".
[[nodiscard]] const char* roof_level_name(RoofLevel level);

}  // namespace spillway::charts
