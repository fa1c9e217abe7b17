#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

// The advice: why a variant was refused and how to fix it (the focused variant first), or the advice of the focused
// variant's result. It stands below the SM, or in a strip above the tabs if the SM has no room for it; the strip also
// has the limiter and the next step.

/// Height of the strip (three lines in present mode). It does not depend on the text, so that nothing moves when the
/// text changes.
[[nodiscard]] float sentence_height(const Theme& theme, bool present);
void draw_sentence_strip(PanelContext& context, const Rect& rect);
/// Draws the advice at the cursor, on as many lines as necessary.
void draw_sentence(PanelContext& context);
/// True if the layout reserves space for it, at every slider position; false while the lesson's open questions cover
/// everything that it could say.
[[nodiscard]] bool keeps_sentence_room(const PanelContext& context);

}  // namespace spillway::window
