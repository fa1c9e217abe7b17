#pragma once

// A chart of a traced program's launches over time.

#include "app/charts/chart.h"
#include "app/trace/trace.h"

namespace spillway::window {

/// Duration of each launch over its start time, for the chosen kernel and the slowest ones. With many launches, a point
/// is the median of several, with their range as a band.
[[nodiscard]] charts::Chart launches_chart(const trace::Trace& trace, std::size_t chosen);

}  // namespace spillway::window
