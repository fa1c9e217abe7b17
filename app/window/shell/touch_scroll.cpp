#include "app/window/shell/touch_scroll.h"

#include <algorithm>
#include <ranges>

#include <imgui_internal.h>

namespace spillway::window {
namespace {

/// The window on top at this point; null if there is none.
const ImGuiWindow* window_at(ImVec2 at)
{
    const auto& windows = ImGui::GetCurrentContext()->Windows;
    for (int i = windows.Size - 1; i >= 0; --i)
        if (windows[i]->WasActive && !windows[i]->Hidden && windows[i]->OuterRectClipped.Contains(at))
            return windows[i];
    return nullptr;
}

}  // namespace

bool scrolls_at(const FocusRegistry& items, ImVec2 at, bool is_upright)
{
    const auto is_slider_at = [&](const std::string& key) {
        return key.starts_with("slider:") && items.find(key)->contains(at);
    };
    if (!is_upright && std::ranges::any_of(items.noted(), is_slider_at)) return false;
    for (const ImGuiWindow* window = window_at(at); window != nullptr; window = window->ParentWindow)
        if (window->ScrollMax.y > 0 || window->ScrollMax.x > 0) return window->InnerRect.Contains(at);
    return false;
}

}  // namespace spillway::window
