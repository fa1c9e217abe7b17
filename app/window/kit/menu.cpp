#include "app/window/kit/menu.h"

#include <algorithm>
#include <cmath>

#include "app/window/kit/compat.h"

namespace spillway::window {
namespace {

void close(PanelContext& context)
{
    context.commands.post([](session::Session&, ViewState& view) { view.open_menu.clear(); });
}

float entry_height(const Theme& theme)
{
    return std::round(font_pixels(theme.body) + 10 * theme.scale);
}

bool opens_above(const Rect& anchor)
{
    return anchor.max.y > ImGui::GetIO().DisplaySize.y * 0.7f;
}

/// Maximum height of a menu.
float room_of(const Theme& theme, const Rect& anchor)
{
    const float height = opens_above(anchor) ? anchor.min.y : ImGui::GetIO().DisplaySize.y - anchor.max.y;
    return height - 8 * theme.scale;
}

}  // namespace

void open_menu(PanelContext& context, const std::string& key, const std::string& focused_entry)
{
    if (context.items.focus_is_visible()) context.items.focus(focused_entry, true);
    context.commands.post([key](session::Session&, ViewState& view) { view.open_menu = key; });
}

bool begin_menu(PanelContext& context, const std::string& key, const Rect& anchor, float width)
{
    if (context.view.open_menu != key) return false;
    const Theme& theme = context.theme;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float gap = 4 * theme.scale;
    width = std::min(std::max(width, anchor.width()), screen.x - 2 * gap);
    const bool above = opens_above(anchor);
    const float x = std::clamp(anchor.min.x, gap, std::max(gap, screen.x - width - gap));
    ImGui::SetNextWindowPos({x, above ? anchor.min.y - gap : anchor.max.y + gap}, ImGuiCond_Always,
                            {0, above ? 1.0f : 0.0f});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(room_of(theme, anchor), 80.0f)});
    // Whole pixels: a fraction would make the list slightly taller than its window and add a scroll bar.
    const float padding = std::round(6 * theme.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, std::round(theme.scale)));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.panel);
    ImGui::SetNextWindowFocus();
    ImGui::Begin(("##menu:" + key).c_str(), nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav);
    context.items.begin_scope();
    const bool is_outside = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) &&
                            !anchor.contains(ImGui::GetMousePos());
    if (is_outside) close(context);
    return true;
}

void end_menu(PanelContext& context)
{
    context.items.end_scope();
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

int menu_columns(const Theme& theme, const Rect& anchor, std::size_t entries)
{
    const float paddings = 2 * std::round(6 * theme.scale);
    const float spacing = ImGui::GetStyle().ItemSpacing.y;
    const float needed = static_cast<float>(entries) * (entry_height(theme) + spacing) + paddings;
    return needed > room_of(theme, anchor) ? 2 : 1;
}

bool menu_entry(PanelContext& context, const MenuEntry& entry)
{
    const Theme& theme = context.theme;
    const float line = font_pixels(theme.body);
    Rect row = take_row(entry_height(theme));
    if (entry.width > 0) row.max.x = row.min.x + entry.width;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const Touch touch = touch_area(context, entry.key, row);
    if (touch.hovered || entry.is_current)
        fill_rounded(list, theme, row.min, row.max, touch.hovered ? theme.panel_border : theme.accent_soft,
                     theme.rounding);
    float x = row.min.x + 8 * theme.scale;
    const float y = row.centre().y - line / 2;
    if (entry.dot != 0) {
        fill_disc(list, theme, {x + 4 * theme.scale, row.centre().y}, 4 * theme.scale, entry.dot);
        x += 18 * theme.scale;
    }
    const float note = entry.note.empty() ? 0 : text_width(theme.small, entry.note) + 16 * theme.scale;
    draw_text_fitted(list, theme.body, {x, y}, theme.text, entry.label, row.max.x - x - note - 8 * theme.scale);
    if (!entry.note.empty())
        draw_text(list, theme.small,
                  {row.max.x - text_width(theme.small, entry.note) - 8 * theme.scale,
                   row.centre().y - font_pixels(theme.small) / 2},
                  theme.text_muted, entry.note);
    if (touch.clicked) close(context);
    return touch.clicked;
}

}  // namespace spillway::window
