#pragma once

#include "app/charts/drawing.h"
#include "app/charts/memory_flow.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

inline constexpr int local_series = 1, other_series = 0;  ///< palette indices of local memory and of other traffic

/// Height at which every arrow has space for one line of text; below it the picture is crowded.
[[nodiscard]] double least_memory_height(const ChartStyle& style, const TextMeasure& measure);
/// Height at which every arrow has space for its bytes, with their share below.
[[nodiscard]] double comfortable_memory_height(const ChartStyle& style, const TextMeasure& measure);

/// Draws the memory hierarchy with arrows as thick as the bytes moved; local memory's part has its own colour. For
/// windows, SVG and PNG. In little space it first omits the text beside the arrows, then draws nothing; also nothing
/// without arrows. `widest_bytes`: bytes of the thickest arrow if larger than this flow's own maximum, so that two
/// pictures can be compared.
[[nodiscard]] Drawing memory_drawing(const MemoryFlow& flow, Size size, const ChartStyle& style,
                                     const TextMeasure& measure, double widest_bytes = 0);

}  // namespace spillway::charts
