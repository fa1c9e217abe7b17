#pragma once

#include <functional>
#include <optional>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// Hands on what is typed, in its order. A field takes the keyboard a frame or two after it was asked for: what is
/// typed meanwhile waits for it, so that nothing is lost or taken for a command.
class Typing {
public:
    /// Does what a key means to the window, and gives the key that the user's own bindings made of it, or nothing where
    /// it means nothing. `to_field` says that a field takes what is typed.
    using Act = std::function<std::optional<KeyPress>(const KeyPress&, bool to_field)>;
    /// Takes what may be taken in this frame; before ImGui::NewFrame(). `is_field_asked_for` as long as one is to take
    /// the keyboard.
    void take(Surface& surface, bool is_field_asked_for, const Act& act);

private:
    bool waits_for_field(bool is_asked_for);

    int frames_waited_ = 0;
};

}  // namespace spillway::window
