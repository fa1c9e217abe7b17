#include "app/window/panels/typed_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

void post_typed(PanelContext& context, const TypedRows::Take& take, const std::string& key, const std::string& typed)
{
    context.commands.post([take, key, typed](session::Session& session, ViewState& view) {
        const auto error = take(session, key, typed);
        view.entry = error ? TypedEntry{key, typed, true, refusal_words(*error)} : TypedEntry{};
    });
}

}  // namespace

void draw_row_note(PanelContext& context, ImU32 ink, const std::string& words)
{
    const Theme& theme = context.theme;
    const float inset = 6 * theme.scale;
    const float width = ImGui::GetContentRegionAvail().x - inset;
    const Rect row = take_row(wrapped_height(theme.small, words, width) + 5 * theme.scale);
    draw_text_wrapped(ImGui::GetWindowDrawList(), theme.small, {row.min.x + inset, row.min.y}, ink, words, width);
}

void TypedRows::draw_entry(PanelContext& context, const Take& take, const TypedRow& row, const Rect& place)
{
    const TypedEntry& entry = context.view.entry;
    if (entry.is_new) {
        typed_ = {};
        std::strncpy(typed_.data(), entry.text.c_str(), typed_.size() - 1);
        focus_keyboard(context);
    }
    const float scale = context.theme.scale;
    const ImVec2 kept = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({place.min.x, place.min.y - 2 * scale});
    ImGui::SetNextItemWidth(place.width());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * scale, 2 * scale});
    const bool entered = ImGui::InputText(("##" + row.key).c_str(), typed_.data(), typed_.size(),
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar();
    context.items.note(row.key + ":field", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    const bool left = !entry.is_new && ImGui::IsItemDeactivated();
    ImGui::SetCursorScreenPos(kept);
    if (entry.is_new) context.commands.post([](session::Session&, ViewState& view) { view.entry.is_new = false; });
    if (entered)
        post_typed(context, take, row.key, typed_.data());
    else if (left)
        context.commands.post([](session::Session&, ViewState& view) { view.entry = {}; });
}

void TypedRows::draw(PanelContext& context, const Take& take, const TypedRow& row)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const Rect place = take_row(std::round(font_pixels(theme.body) + 9 * theme.scale));
    const float inset = 6 * theme.scale, top = place.min.y + 3 * theme.scale;
    const bool is_typed = context.view.entry.parameter == row.key;
    const bool has_value = !row.value.empty();
    const std::string& words = has_value ? row.value : row.shown;
    // A short value leaves its space to the name.
    const float max_width = place.width() * 0.54f, wanted = text_width(theme.body, words) + 2 * inset;
    const float middle =
        place.max.x - std::round(is_typed ? max_width : std::clamp(wanted, 40 * theme.scale, max_width));
    draw_text_fitted(list, theme.body, {place.min.x + inset, top}, theme.text, row.label,
                     middle - place.min.x - 2 * inset);
    const Rect right{{middle, place.min.y + 3 * theme.scale}, {place.max.x - 2 * theme.scale, place.max.y}};
    if (is_typed) {
        draw_entry(context, take, row, right);
    } else {
        const Touch touch = touch_area(context, row.key, {{middle, place.min.y}, {right.max.x, place.max.y}});
        const float width = std::min(text_width(theme.body, words), right.width() - inset);
        draw_text_fitted(list, theme.body, {right.max.x - inset - width, top},
                         touch.hovered ? theme.accent
                         : has_value   ? theme.text
                                       : theme.text_muted,
                         words, width + 1);
        if (touch.hovered) tooltip(theme, row.label, row.help);
        if (touch.clicked)
            context.commands.post([key = row.key, value = row.value](session::Session&, ViewState& view) {
                view.entry = {key, value, true, ""};
            });
    }
    const TypedEntry& entry = context.view.entry;
    if (entry.parameter == row.key && !entry.error.empty()) draw_row_note(context, theme.error, entry.error);
}

}  // namespace spillway::window
