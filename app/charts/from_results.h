#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/charts/chart.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/session/curve.h"

namespace spillway::charts {

/// What charts are made of: the results and what the learner has chosen. Nothing is kept.
struct ChartInput {
    const model::Experiment& experiment;
    const std::vector<session::Curve>& curves;  ///< one per variant to be drawn
    std::string x_axis;                         ///< parameter or knob of the experiment
    model::Values values;                       ///< the current setting: the cursor stands at values[x_axis]
    std::string focus;                          ///< variant whose cliffs come first
    std::set<std::string> hidden;               ///< variants not drawn
    const model::Gpu* gpu = nullptr;            ///< for the datasheet's ceiling; may be null
};

/// A chart over any metric of model::metrics(). An unknown key or x axis gives a chart whose
/// empty_message says so.
[[nodiscard]] Chart chart_of_metric(const ChartInput& input, std::string_view metric_key);

/// Throughput in GB/s, or another measured metric; where nothing was measured it says why.
[[nodiscard]] Chart throughput_chart(const ChartInput& input, std::string_view metric_key = "bytes_per_second");
/// Percent of the SM's warps, in steps, with the places where blocks stop fitting.
[[nodiscard]] Chart occupancy_chart(const ChartInput& input, std::string_view metric_key = "theoretical_occupancy");
/// The stack frame, and spill stores and loads as companions where there are any.
[[nodiscard]] Chart local_memory_chart(const ChartInput& input, std::string_view metric_key = "stack_frame_bytes");

/// The three of them, in the order in which they stand side by side.
[[nodiscard]] std::vector<Chart> standard_charts(const ChartInput& input);

}  // namespace spillway::charts
