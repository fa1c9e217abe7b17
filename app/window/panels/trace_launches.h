#pragma once

// The launches of a traced program over time, as a chart.

#include "app/charts/chart.h"
#include "app/trace/trace.h"

namespace spillway::window {

/// The chosen kernel and those with the most time: how long a launch took, over when it began. Where launches are
/// many, a point stands for several: their median, with the range as a band.
[[nodiscard]] charts::Chart launches_chart(const trace::Trace& trace, std::size_t chosen);

}  // namespace spillway::window
