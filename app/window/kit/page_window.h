#pragma once

// Windows over everything else: pages that fill the screen, and cards on a shade.

#include <imgui.h>

#include "app/window/kit/theme.h"

namespace spillway::window {

/// Begins a window over the whole screen, filled with `ground`. A shade with a card above it takes no focus.
void begin_page(const char* name, ImU32 ground, ImGuiWindowFlags more_flags = 0, bool takes_focus = true);
void end_page();

/// Begins a card as high as its content. The caller sets its place and its width before.
void begin_page_card(const Theme& theme, const char* name, ImVec2 padding);
void end_page_card();

}  // namespace spillway::window
