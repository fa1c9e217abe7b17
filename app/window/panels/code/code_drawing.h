#pragma once

#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"
#include "app/session/session_view.h"
#include "app/window/panels/code/code_diff.h"

namespace spillway::window {

/// The focused variant's code for a file: the lines that belong to its kernel, whole, with their numbers, colours, live
/// registers under the cap, spills, and what touches local memory. In as many columns as come nearest to `aspect`.
/// The Error says why there is nothing to draw.
[[nodiscard]] model::Expected<charts::Drawing> code_drawing(const session::SessionView& session, CodeKind kind,
                                                            double aspect, const charts::ChartStyle& style,
                                                            const charts::TextMeasure& measure);

}  // namespace spillway::window
