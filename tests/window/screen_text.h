#pragma once

#include <string>
#include <vector>

#include "app/window/kit/focus_registry.h"

namespace spillway::window {

/// A piece of text on the screen.
struct ScreenText {
    std::string text;
    Rect rect;
    float pixels = 0;  ///< font height, as in font_pixels()
};

/// Reads the last frame: joins every visible glyph to the text that a user sees. Works on Dear ImGui's draw data, so
/// that it misses no drawn text.
[[nodiscard]] std::vector<ScreenText> read_screen();
/// True if this version of Dear ImGui allows read_screen().
[[nodiscard]] bool can_read_screen();

}  // namespace spillway::window
