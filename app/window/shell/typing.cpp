#include "app/window/shell/typing.h"

#include <imgui_internal.h>

namespace spillway::window {
namespace {

constexpr int max_frames = 12;  ///< frames to wait; a field that has not appeared by then never will

/// io.WantTextInput says the same, but a frame later.
bool is_field_active()
{
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    return imgui.ActiveId != 0 && imgui.ActiveId == imgui.InputTextState.ID;
}

/// True if the key may open a text field; the input after it is then meant for the field.
bool may_open_field(const KeyPress& press)
{
    return press.ctrl || press.key == Key::enter || press.key == Key::space;
}

}  // namespace

bool Typing::waits_for_field(bool is_requested)
{
    const bool is_over = is_field_active() || frames_waited_ == 0 || frames_waited_ > max_frames;
    if (!is_requested && is_over) {
        frames_waited_ = 0;
        return false;
    }
    return ++frames_waited_ <= max_frames;
}

void Typing::take(Surface& surface, bool is_field_requested, const Act& act)
{
    const bool waits = waits_for_field(is_field_requested);
    const bool to_field = ImGui::GetIO().WantTextInput || is_field_active();
    while (const Typed* next = surface.next_typed()) {
        if (waits && next->kind != Typed::Kind::release) return;
        const Typed typed = surface.take_typed();
        surface.hand_on(typed);
        if (typed.kind != Typed::Kind::press || !typed.key) continue;
        const std::optional<KeyPress> meant = act(*typed.key, to_field);
        // In a field, Dear ImGui handles the keys of a frame after all of its characters, so end the frame's input
        // here.
        const bool is_edit = to_field && (typed.key->ctrl || typed.key->key != Key::character);
        if (is_edit || may_open_field(*typed.key) || (meant && may_open_field(*meant))) return;
    }
}

}  // namespace spillway::window
