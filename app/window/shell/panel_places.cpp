#include "app/window/shell/panel_places.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include <imgui_internal.h>

#include "app/window/kit/compat.h"
#include "app/window/kit/menu.h"
#include "app/window/kit/step_view.h"
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

/// Draws one tab; returns its right edge.
float draw_tab(PanelContext& context, const std::string& key, std::string_view title, const Rect& place, float pad,
               bool is_current, const std::function<void()>& choose)
{
    const Theme& theme = context.theme;
    const Touch touch = touch_area(context, "tab:" + key, place);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (is_current) fill_rounded(list, theme, place.min, place.max, theme.accent_soft, theme.rounding);
    draw_text_fitted(list, theme.body, {place.min.x + pad, place.centre().y - font_pixels(theme.body) / 2},
                     is_current || touch.hovered ? theme.text : theme.text_muted, title, place.width() - 2 * pad + 1);
    if (touch.clicked) choose();
    return place.max.x;
}

/// Smallest padding on either side of a title.
constexpr float least_pad = 6;

float least_tab_width(const Theme& theme, std::string_view title)
{
    return text_width(theme.body, title) + 2 * least_pad * theme.scale;
}

/// The tabs in the row; the others are behind *More*. As many as fit with whole titles; in present mode and on an
/// upright phone only the most used ones. The current tab is always among them.
std::vector<const Panel*> tabs_in_row(const PanelContext& context, const std::vector<const Panel*>& tabs, float room)
{
    const Theme& theme = context.theme;
    const auto is_first_choice = [&](const Panel* panel) {
        const std::string_view key = panel->key;
        return key == "lesson" || key == "code" || key == "sm" || key == context.view.tab;
    };
    float wanted = 0, left = room - least_tab_width(theme, "More");
    for (const Panel* panel : tabs) {
        const float width = least_tab_width(theme, panel->title);
        wanted += width;
        if (is_first_choice(panel)) left -= width;
    }
    const bool are_few = context.view.present || room < 408 * theme.scale;
    if (!are_few && wanted <= room) return tabs;
    std::vector<const Panel*> shown;
    bool is_full = are_few;
    for (const Panel* panel : tabs) {
        const bool is_kept = is_first_choice(panel);
        if (!is_kept) is_full = is_full || (left -= least_tab_width(theme, panel->title)) < 0;
        if (is_kept || !is_full) shown.push_back(panel);
    }
    return shown;
}

void draw_more(PanelContext& context, const std::vector<const Panel*>& tabs, const Rect& place, float pad)
{
    draw_tab(context, "more", "More", place, pad, false,
             [&] { open_menu(context, "tabs", std::string("tab:") + tabs.front()->key); });
    // In present mode's large type, all of them in one column would be higher than the screen.
    const int columns = menu_columns(context.theme, place, tabs.size());
    const float width = std::round(200 * context.theme.scale);
    if (!begin_menu(context, "tabs", place, static_cast<float>(columns) * width)) return;
    const std::size_t rows = (tabs.size() + static_cast<std::size_t>(columns) - 1) / static_cast<std::size_t>(columns);
    const ImVec2 start = ImGui::GetCursorPos();
    const float column = ImGui::GetContentRegionAvail().x / static_cast<float>(columns);
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        if (i == rows) ImGui::SetCursorPos({start.x + column, start.y});
        if (i > rows) ImGui::SetCursorPosX(start.x + column);
        const Panel* panel = tabs[i];
        if (menu_entry(context,
                       {.key = std::string("tab:") + panel->key, .label = panel->title, .note = {}, .width = column}))
            context.commands.post([key = panel->key](session::Session&, ViewState& view) { view.tab = key; });
    }
    end_menu(context);
}

void draw_tab_row(PanelContext& context, const std::vector<const Panel*>& tabs, const Rect& row)
{
    const Theme& theme = context.theme;
    const float room = row.width() - 12 * theme.scale;
    const std::vector<const Panel*> beside = tabs_in_row(context, tabs, room);
    const bool has_more = beside.size() < tabs.size();
    float words = has_more ? text_width(theme.body, "More") : 0;
    for (const Panel* panel : beside) words += text_width(theme.body, panel->title);
    // Shrink the gaps before the titles.
    const float gaps = 2 * static_cast<float>(std::max<std::size_t>(beside.size() + (has_more ? 1 : 0), 1));
    const float pad = std::clamp((room - words) / gaps, least_pad * theme.scale, 12 * theme.scale);
    const float squeeze = std::min(1.0f, (room - gaps * pad) / std::max(words, 1.0f));
    float x = row.min.x + 6 * theme.scale;
    const auto place = [&](std::string_view title) {
        return Rect{{x, row.min.y}, {x + text_width(theme.body, title) * squeeze + 2 * pad, row.max.y}};
    };
    for (const Panel* panel : beside)
        x = draw_tab(context, panel->key, panel->title, place(panel->title), pad, context.view.tab == panel->key, [&] {
            context.commands.post([key = panel->key](session::Session&, ViewState& view) { view.tab = key; });
        });
    if (!has_more) return;
    std::vector<const Panel*> behind;
    std::ranges::copy_if(tabs, std::back_inserter(behind),
                         [&](const Panel* panel) { return std::ranges::find(beside, panel) == beside.end(); });
    draw_more(context, behind, place("More"), pad);
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
    if (tabs.empty()) return;
    const auto found = std::ranges::find_if(tabs, [&](const Panel* panel) { return context.view.tab == panel->key; });
    const Panel* shown = found == tabs.end() ? tabs.front() : *found;
    const Rect row{{rect.min.x, rect.min.y + 5 * context.theme.scale}, {rect.max.x, rect.min.y + height}};
    const float fill = fill_button_width(context.theme, height);
    const float fold = fold_button_width(context, height);
    draw_tab_row(context, tabs, {row.min, {row.max.x - fill - fold, row.max.y}});
    draw_fold_button(context, {row.max.x - fill, row.min.y}, height);
    draw_fill_button(context, Part::tabs, {row.max.x, row.min.y}, height);
    ImGui::SetCursorScreenPos({rect.min.x, rect.min.y + height});
    begin_child((std::string("##panel:") + shown->key).c_str(), {rect.width(), rect.height() - height});
    push_font(context.theme.body);
    draw_panel(*shown, context);
    ImGui::PopFont();
    const float pages = std::exchange(scroll_pages_, 0.0f);
    if (pages != 0 && !scroll_tab(pages)) views_[shown]->turn_page(context, pages > 0 ? 1 : -1);
    ImGui::EndChild();
}

/// Scrolls the panel and everything scrollable inside it by `pages`. False if nothing could scroll further.
bool PanelPlaces::scroll_tab(float pages)
{
    bool has_moved = false;
    ImGuiWindow* panel = ImGui::GetCurrentWindow();
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        bool inside = window == panel;
        for (ImGuiWindow* up = window->ParentWindow; up != nullptr && !inside; up = up->ParentWindow)
            inside = up == panel;
        if (!inside || !window->WasActive || window->ScrollMax.y <= 0) continue;
        const float wanted = window->Scroll.y + pages * window->InnerRect.GetHeight();
        const float to = std::clamp(wanted, 0.0f, window->ScrollMax.y);
        has_moved |= std::abs(to - window->Scroll.y) >= 1;
        ImGui::SetScrollY(window, to);
    }
    return has_moved;
}

void PanelPlaces::draw_pane(PanelContext& context, const std::string& tab, const Rect& rect)
{
    const auto found = std::ranges::find_if(panels(), [&](const Panel* panel) { return tab == panel->key; });
    if (found == panels().end()) return;
    const Panel& panel = **found;
    const Theme& theme = context.theme;
    draw_card(ImGui::GetWindowDrawList(), theme, rect);
    const float height = std::round(font_pixels(theme.body) + 16 * theme.scale);
    const float middle = rect.min.y + (height - font_pixels(theme.body_bold)) / 2;
    draw_text(ImGui::GetWindowDrawList(), theme.body_bold, {rect.min.x + 12 * theme.scale, middle}, theme.text,
              panel.title);
    const std::string close = "Close";
    const ImVec2 size = button_size(theme, close);
    const ImVec2 at{rect.max.x - size.x - 6 * theme.scale, rect.min.y + (height - size.y) / 2};
    if (button_at(context, "pane:close", at, close, ButtonLook::quiet))
        context.commands.post(
            [](session::Session& session, ViewState& view) { choose_pane_beside(session.view(), view, ""); });
    ImGui::SetCursorScreenPos({rect.min.x, rect.min.y + height});
    begin_child((std::string("##pane:") + panel.key).c_str(), {rect.width(), rect.height() - height});
    push_font(theme.body);
    draw_panel(panel, context);
    ImGui::PopFont();
    ImGui::EndChild();
}

void PanelPlaces::draw_right(PanelContext& context, const Rect& rect)
{
    for (const Panel* panel : panels()) {
        if (panel->place != PanelPlace::right) continue;
        begin_card(context.theme, (std::string("##panel:") + panel->key).c_str(), rect);
        push_font(context.theme.body);
        draw_panel(*panel, context);
        ImGui::PopFont();
        // Left of the scrollbar, if the panel has one.
        const float right = rect.max.x - ImGui::GetCurrentWindow()->ScrollbarSizes.x;
        draw_fill_button(context, Part::right, {right, rect.min.y + 5 * context.theme.scale}, 34 * context.theme.scale);
        ImGui::EndChild();
    }
}

}  // namespace spillway::window
