#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

// Why the focused variant was refused and what to do; of one that runs what the compiler advises. It stands with the
// picture of the SM, whose own advice it joins, and in a strip above the tabs where the picture has no room for it.

/// Of the strip, which in present mode has three lines: always the same, so that nothing moves when there is more or
/// less to say.
[[nodiscard]] float sentence_height(const Theme& theme, bool present);
void draw_sentence_strip(PanelContext& context, const Rect& rect);
/// At the cursor, as many lines as it takes.
void draw_sentence(const PanelContext& context);
/// Whether room is kept for it: not while the lesson's open questions cover all that would be said.
[[nodiscard]] bool keeps_sentence_room(const PanelContext& context);

}  // namespace spillway::window
