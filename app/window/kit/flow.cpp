#include "app/window/kit/flow.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"

namespace spillway::window {

void draw_text(ImFont* font, ImU32 color, std::string_view text, bool wrapped)
{
    text = drawable(text);
    push_font(font);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    if (wrapped) {
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(wrapped_text(font, text, ImGui::GetContentRegionAvail().x).c_str());
        ImGui::PopTextWrapPos();
    } else {
        ImGui::TextUnformatted(text.data(), text.data() + text.size());
    }
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void section_heading(const Theme& theme, std::string_view text)
{
    ImGui::Dummy({0, 4 * theme.scale});
    draw_text(theme.body_bold, theme.text, text);
}

bool keyboard_item(const PanelContext& context, const std::string& key)
{
    const Rect rect{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    const FocusRegistry::State state = context.items.add(key, rect);
    if (state.focused) draw_ring(ImGui::GetWindowDrawList(), context.theme, rect);
    scroll_to_focus(context, key, rect);
    return state.activated;
}

void focus_keyboard(const PanelContext& context, int offset)
{
    ImGui::SetKeyboardFocusHere(offset);
    context.items.ask_for_keyboard();
}

bool link_text(const PanelContext& context, ImFont* font, const std::string& key, std::string_view text,
               float wrap_width)
{
    const Theme& theme = context.theme;
    text = drawable(text);
    const char* const end = text.data() + text.size();
    const ImVec2 size = font->CalcTextSizeA(font_pixels(font), FLT_MAX, wrap_width, text.data(), end);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(key.c_str(), {std::max(size.x, 1.0F), std::max(size.y, 1.0F)});
    const bool is_hovered = ImGui::IsItemHovered();
    const bool activated = keyboard_item(context, key);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddText(font, font_pixels(font), from, theme.accent, text.data(), end, wrap_width);
    if (is_hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        draw->AddLine({from.x, from.y + size.y}, {from.x + size.x, from.y + size.y}, theme.accent, theme.scale);
    }
    return clicked || activated;
}

bool switch_button(const PanelContext& context, const std::string& key, const char* label, bool is_on)
{
    const Theme& theme = context.theme;
    ImGui::PushStyleColor(ImGuiCol_Button, is_on ? theme.accent_soft : faded(theme.accent_soft, 0));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, faded(theme.accent_soft, 0.7F));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, theme.accent_soft);
    ImGui::PushStyleColor(ImGuiCol_Text, is_on ? theme.text : theme.text_muted);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {8 * theme.scale, 3 * theme.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, theme.rounding);
    push_font(theme.body);
    const bool clicked = ImGui::Button(label);
    ImGui::PopFont();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor(4);
    return keyboard_item(context, key) || clicked;
}

void next_in_row(const Theme& theme, std::string_view label)
{
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < text_width(theme.body, label) + 16 * theme.scale) ImGui::NewLine();
}

void copy_menu(const char* id, const std::string& text, const char* label)
{
    if (!ImGui::BeginPopupContextItem(id)) return;
    if (ImGui::MenuItem(label)) ImGui::SetClipboardText(text.c_str());
    ImGui::EndPopup();
}

void draw_error(const Theme& theme, const model::Error& error)
{
    const float bar = 3 * theme.scale;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::Indent(bar + theme.padding);
    draw_text(theme.body_bold, theme.error, error.what, true);
    if (!error.where.empty()) draw_text(theme.small, theme.text_muted, error.where, true);
    if (!error.advice.empty()) draw_text(theme.body, theme.text, error.advice, true);
    ImGui::Unindent(bar + theme.padding);
    const float end = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
    fill_rounded(ImGui::GetWindowDrawList(), theme, from, {from.x + bar, end}, theme.error, bar / 2);
    ImGui::Dummy({0, 4 * theme.scale});
}

void draw_empty(const Theme& theme, std::string_view text)
{
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float width = std::min(text_size(theme.body, text).x, room.x);
    const ImVec2 from = ImGui::GetCursorPos();
    ImGui::SetCursorPos({from.x + std::max(0.0F, (room.x - width) / 2), from.y + std::max(0.0F, room.y * 0.38F)});
    draw_text(theme.body, theme.text_muted, text, true);
}

void draw_next_step(PanelContext& context, const teaching::NextStep& next)
{
    const Theme& theme = context.theme;
    if (!next.time.empty()) {
        draw_text(theme.body_bold, theme.text, next.time, true);
        copy_menu("time", next.time);
    }
    if (next.sentence.empty()) return;
    draw_text(theme.body_bold, theme.text, next.sentence, true);
    copy_menu("advice", next.sentence);
    if (next.offered) {
        draw_text(theme.body, theme.text, next.offered->what + ": " + next.price + ".", true);
        if (link_text(context, theme.body, "remedy", "Try it \xe2\x86\x92"))
            context.commands.post([set = next.offered->set](session::Session& session, ViewState& view) {
                set_parameters(session, view, set);
            });
    }
    if (!next.verdict.empty()) draw_text(theme.body, theme.text_muted, next.verdict, true);
}

ImU32 faded(ImU32 color, float alpha)
{
    const auto old = static_cast<float>((color >> IM_COL32_A_SHIFT) & 0xffU);
    const auto now = static_cast<ImU32>(std::clamp(old * alpha, 0.0F, 255.0F));
    return (color & ~IM_COL32_A_MASK) | (now << IM_COL32_A_SHIFT);
}

ImU32 mixed(ImU32 from, ImU32 to, float t)
{
    const ImVec4 a = ImGui::ColorConvertU32ToFloat4(from), b = ImGui::ColorConvertU32ToFloat4(to);
    return ImGui::ColorConvertFloat4ToU32(
        {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, a.w + (b.w - a.w) * t});
}

bool copy_was_pressed()
{
    return ImGui::GetIO().KeyCtrl && is_key_pressed(ImGuiKey_C, false);
}

const model::RunResult* focused_result(const session::SessionView& session)
{
    return session.current(session.selection().focus).result.get();
}

bool focused_is_stale(const session::SessionView& session)
{
    return session.current(session.selection().focus).is_stale();
}

}  // namespace spillway::window
