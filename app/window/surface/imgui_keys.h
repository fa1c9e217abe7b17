#pragma once

#include <imgui.h>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// Call once per Dear ImGui context, before its first key. Tells a Dear ImGui older than 1.87 the key numbers of
/// set_key; later versions need nothing.
void begin_keys(ImGuiIO& io);
/// Sends a key's modifiers to Dear ImGui, and the key itself if text fields use it.
void set_key(ImGuiIO& io, const KeyPress& press, bool down);

}  // namespace spillway::window
