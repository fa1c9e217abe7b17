#pragma once

#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"
#include "app/session/session_view.h"

namespace spillway::window {

/// The picture of one SM for a file, as wide as that: what the panel draws with shaders, and what it says of the limit
/// below, in lines and boxes.
[[nodiscard]] charts::Drawing sm_drawing(const session::SessionView& session, double width,
                                         const charts::ChartStyle& style, const charts::TextMeasure& measure);

}  // namespace spillway::window
