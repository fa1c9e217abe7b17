#include "app/window/shell/panel_places.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui_internal.h>

#include "app/window/kit/compat.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/borders.h"
#include "app/window/shell/keyboard.h"

namespace spillway::window {
namespace {

/// A child window with the theme's padding on a card.
bool begin_card(const Theme& theme, const char* id, const Rect& rect, ImGuiWindowFlags flags = 0)
{
    draw_card(ImGui::GetWindowDrawList(), theme, rect);
    ImGui::SetCursorScreenPos(rect.min);
    return begin_child(id, {rect.width(), rect.height()}, flags);
}

}  // namespace

void PanelPlaces::begin_frame()
{
    is_animating_ = false;
    texture_revision_ = 0;
    drawn_before_ = std::exchange(drawn_, {});
}

void PanelPlaces::end_frame(Commands& commands)
{
    for (PanelView* view : drawn_before_)
        if (!drawn_.contains(view)) view->leave(commands, Leaving::screen);
}

void PanelPlaces::leave_all(Commands& commands)
{
    for (const auto& [panel, view] : views_) view->leave(commands, Leaving::window);
}

void PanelPlaces::draw_panel(const Panel& panel, PanelContext& context)
{
    std::unique_ptr<PanelView>& view = views_[&panel];
    if (!view) view = panel.open();
    drawn_.insert(view.get());
    view->draw(context);
    is_animating_ |= view->is_animating();
    texture_revision_ += view->texture_revision();
}

void PanelPlaces::draw_left(PanelContext& context, const Rect& rect)
{
    begin_card(context.theme, "##left", rect);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, std::round(2 * context.theme.scale)});
    bool first = true;
    for (const Panel* panel : panels()) {
        if (panel->place != PanelPlace::side) continue;
        const float before = ImGui::GetCursorPosY();
        draw_panel(*panel, context);
        first = first && ImGui::GetCursorPosY() == before;
        if (!first) ImGui::Dummy({0, 4 * context.theme.scale});
    }
    ImGui::PopStyleVar();
    fade_foot(context.theme, true);
    ImGui::EndChild();
}

void PanelPlaces::draw_tabs(PanelContext& context, const Rect& rect)
{
    draw_card(ImGui::GetWindowDrawList(), context.theme, rect);
    const float height = std::round(font_pixels(context.theme.body) + 16 * context.theme.scale);
    const auto tabs = visible_tabs(context.view);
    float words = 0;
    for (const Panel* panel : tabs) words += text_width(context.theme.body, panel->title);
    const float fill =
        draw_fill_button(context, Part::tabs, {rect.max.x, rect.min.y + 5 * context.theme.scale}, height);
    const float room = rect.width() - 12 * context.theme.scale - fill;
    // The gaps give way before the words do.
    const float gaps = 2 * static_cast<float>(std::max<std::size_t>(tabs.size(), 1));
    const float pad = std::clamp((room - words) / gaps, 4 * context.theme.scale, 12 * context.theme.scale);
    const float squeeze = std::min(1.0f, (room - gaps * pad) / std::max(words, 1.0f));
    float x = rect.min.x + 6 * context.theme.scale;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const Panel* shown = tabs.empty() ? nullptr : tabs.front();
    for (const Panel* panel : tabs) {
        const float width = text_width(context.theme.body, panel->title) * squeeze + 2 * pad;
        const Rect tab{{x, rect.min.y + 5 * context.theme.scale}, {x + width, rect.min.y + height}};
        const bool current = context.view.tab == panel->key;
        if (current) shown = panel;
        const Touch touch = touch_area(context, std::string("tab:") + panel->key, tab);
        if (current)
            fill_rounded(list, context.theme, tab.min, tab.max, context.theme.accent_soft, context.theme.rounding);
        draw_text_fitted(list, context.theme.body, {x + pad, tab.centre().y - font_pixels(context.theme.body) / 2},
                         current || touch.hovered ? context.theme.text : context.theme.text_muted, panel->title,
                         width - 2 * pad + 1);
        if (touch.clicked)
            context.commands.post([key = panel->key](session::Session&, ViewState& view) { view.tab = key; });
        x += width;
    }
    if (shown == nullptr) return;
    ImGui::SetCursorScreenPos({rect.min.x, rect.min.y + height});
    begin_child((std::string("##panel:") + shown->key).c_str(), {rect.width(), rect.height() - height});
    push_font(context.theme.body);
    draw_panel(*shown, context);
    ImGui::PopFont();
    scroll_tab();
    ImGui::EndChild();
}

/// Page Down: the panel, or whatever scrolls inside it.
void PanelPlaces::scroll_tab()
{
    if (scroll_pages_ == 0) return;
    ImGuiWindow* panel = ImGui::GetCurrentWindow();
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        bool inside = window == panel;
        for (ImGuiWindow* up = window->ParentWindow; up != nullptr && !inside; up = up->ParentWindow)
            inside = up == panel;
        if (!inside || !window->WasActive || window->ScrollMax.y <= 0) continue;
        const float wanted = window->Scroll.y + scroll_pages_ * window->InnerRect.GetHeight();
        ImGui::SetScrollY(window, std::clamp(wanted, 0.0f, window->ScrollMax.y));
    }
    scroll_pages_ = 0;
}

void PanelPlaces::draw_right(PanelContext& context, const Rect& rect)
{
    for (const Panel* panel : panels()) {
        if (panel->place != PanelPlace::right) continue;
        begin_card(context.theme, (std::string("##panel:") + panel->key).c_str(), rect);
        push_font(context.theme.body);
        draw_panel(*panel, context);
        ImGui::PopFont();
        // Where the panel scrolls, beside its bar.
        const float right = rect.max.x - ImGui::GetCurrentWindow()->ScrollbarSizes.x;
        draw_fill_button(context, Part::right, {right, rect.min.y + 5 * context.theme.scale}, 34 * context.theme.scale);
        ImGui::EndChild();
    }
}

}  // namespace spillway::window
