#pragma once

#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"
#include "app/session/session_view.h"
#include "app/teaching/sm_facts.h"

namespace spillway::window {

/// Content of the SM picture for a result, which may be null: the blocks that fit, and the launched ones.
[[nodiscard]] teaching::SmFacts launched_sm_facts(const session::SessionView& session, const model::RunResult* result);

/// The SM as a vector picture of this width for a file: the picture that the panel draws with shaders, and the text
/// about the limiter below it.
[[nodiscard]] charts::Drawing sm_drawing(const session::SessionView& session, double width,
                                         const charts::ChartStyle& style, const charts::TextMeasure& measure);

}  // namespace spillway::window
