#pragma once

#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"
#include "app/session/session_view.h"
#include "app/window/panels/code/code_diff.h"

namespace spillway::window {

/// The focused variant's code as a picture for a file: all lines of its kernel with numbers, colours, live registers
/// against the cap, spills and local memory accesses. The number of columns brings the shape closest to `aspect`.
/// Returns an Error if there is no code, or if it is too long for a picture.
[[nodiscard]] model::Expected<charts::Drawing> code_drawing(const session::SessionView& session, CodeKind kind,
                                                            double aspect, const charts::ChartStyle& style,
                                                            const charts::TextMeasure& measure);

}  // namespace spillway::window
