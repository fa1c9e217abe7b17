#pragma once

#include <functional>
#include <optional>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// Passes typed input on in order. A field gets the keyboard a frame or two after its request. Input typed meanwhile
/// waits, so that it is neither lost nor taken for a command.
class Typing {
public:
    /// Performs the window's action for a key. Returns the key after the user's bindings; empty if it has no meaning.
    /// `to_field`: a text field receives the typed text.
    using Act = std::function<std::optional<KeyPress>(const KeyPress&, bool to_field)>;
    /// Handles the input allowed in this frame; call it before ImGui::NewFrame(). `is_field_requested`: a field has
    /// requested the keyboard and does not have it yet.
    void take(Surface& surface, bool is_field_requested, const Act& act);

private:
    bool waits_for_field(bool is_requested);

    int frames_waited_ = 0;
};

}  // namespace spillway::window
