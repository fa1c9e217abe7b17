#include "app/window/shell/typing.h"

#include <imgui_internal.h>

namespace spillway::window {
namespace {

constexpr int most_frames = 12;  ///< a field that has not come by then is not drawn at all

/// io.WantTextInput says the same, but a frame later.
bool is_field_active()
{
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    return imgui.ActiveId != 0 && imgui.ActiveId == imgui.InputTextState.ID;
}

/// Whether a key may open a field, which what follows is then meant for.
bool may_open_field(const KeyPress& press)
{
    return press.ctrl || press.key == Key::enter || press.key == Key::space;
}

}  // namespace

bool Typing::waits_for_field(bool is_asked_for)
{
    const bool is_over = is_field_active() || frames_waited_ == 0 || frames_waited_ > most_frames;
    if (!is_asked_for && is_over) {
        frames_waited_ = 0;
        return false;
    }
    return ++frames_waited_ <= most_frames;
}

void Typing::take(Surface& surface, bool is_field_asked_for, const Act& act)
{
    const bool waits = waits_for_field(is_field_asked_for);
    const bool to_field = ImGui::GetIO().WantTextInput || is_field_active();
    while (const Typed* next = surface.next_typed()) {
        if (waits && next->kind != Typed::Kind::release) return;
        const Typed typed = surface.take_typed();
        surface.hand_on(typed);
        if (typed.kind != Typed::Kind::press || !typed.key) continue;
        const std::optional<KeyPress> meant = act(*typed.key, to_field);
        // In a field Dear ImGui sees which keys are down, once a frame, and behind all of its characters.
        const bool is_edit = to_field && (typed.key->ctrl || typed.key->key != Key::character);
        if (is_edit || may_open_field(*typed.key) || (meant && may_open_field(*meant))) return;
    }
}

}  // namespace spillway::window
