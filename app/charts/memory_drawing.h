#pragma once

#include "app/charts/drawing.h"
#include "app/charts/memory_flow.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

inline constexpr int local_series = 1, other_series = 0;  ///< palette indices of local memory's part and of the rest

/// In which every arrow has room for one line of words; in less the picture is crowded.
[[nodiscard]] double least_memory_height(const ChartStyle& style, const TextMeasure& measure);
/// In which every arrow has room for its bytes, and their share below.
[[nodiscard]] double comfortable_memory_height(const ChartStyle& style, const TextMeasure& measure);

/// The memory hierarchy with arrows as thick as the bytes that moved; local memory's part in a colour of its own. For
/// windows, SVG and PNG alike. Never fails; in very little room the words beside the arrows go first.
/// The thickest arrow has `widest_bytes`, where that is more than this flow's own: so that two pictures compare.
[[nodiscard]] Drawing memory_drawing(const MemoryFlow& flow, Size size, const ChartStyle& style,
                                     const TextMeasure& measure, double widest_bytes = 0);

}  // namespace spillway::charts
