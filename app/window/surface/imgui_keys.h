#pragma once

#include <imgui.h>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// Once, before the first key: says where `set_key` puts them.
void begin_keys(ImGuiIO& io);
/// A key and the modifiers that are held with it.
void set_key(ImGuiIO& io, const KeyPress& press, bool down);

}  // namespace spillway::window
