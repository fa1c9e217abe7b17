#pragma once

#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"
#include "app/session/session_view.h"
#include "app/teaching/sm_facts.h"

namespace spillway::window {

/// What the picture shows of a result, which may be null: the blocks that fit, and those that the launch has.
[[nodiscard]] teaching::SmFacts launched_sm_facts(const session::SessionView& session, const model::RunResult* result);

/// The picture of one SM for a file, as wide as that: what the panel draws with shaders, and what it says of the limit
/// below, in lines and boxes.
[[nodiscard]] charts::Drawing sm_drawing(const session::SessionView& session, double width,
                                         const charts::ChartStyle& style, const charts::TextMeasure& measure);

}  // namespace spillway::window
