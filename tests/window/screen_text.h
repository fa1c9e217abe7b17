#pragma once

#include <string>
#include <vector>

#include "app/window/kit/focus_registry.h"

namespace spillway::window {

/// A stretch of text as it was drawn.
struct ScreenText {
    std::string text;
    Rect rect;
    float pixels = 0;  ///< height of its type, as in font_pixels()
};

/// Reads the last frame: every glyph that was drawn and not clipped away, put together to what a reader sees. Looks at
/// what Dear ImGui hands to the painter, so that nothing that is drawn can be forgotten.
[[nodiscard]] std::vector<ScreenText> read_screen();
/// Whether this version of Dear ImGui tells its glyphs so that they can be read.
[[nodiscard]] bool can_read_screen();

}  // namespace spillway::window
