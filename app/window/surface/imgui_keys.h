#pragma once

#include <imgui.h>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// Call once before the first key: sets up the key map that `set_key` uses.
void begin_keys(ImGuiIO& io);
/// Sends a key and its modifiers to Dear ImGui.
void set_key(ImGuiIO& io, const KeyPress& press, bool down);

}  // namespace spillway::window
