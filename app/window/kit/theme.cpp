#include "app/window/kit/theme.h"

#include <algorithm>
#include <cmath>

#include "app/charts/imgui_painter.h"
#include "app/window/kit/compat.h"

namespace spillway::window {
namespace {

ImVec4 vec(ImU32 colour)
{
    return ImGui::ColorConvertU32ToFloat4(colour);
}

void set_colours(Theme& theme)
{
    const charts::Palette& from = *theme.palette;
    theme.background = charts::to_imgui(from.ground);
    theme.panel = charts::to_imgui(from.panel);
    theme.panel_border = charts::to_imgui(from.panel_border);
    theme.text = charts::to_imgui(from.text);
    theme.text_muted = charts::to_imgui(from.text_muted);
    theme.text_faint = charts::to_imgui(from.text_faint);
    theme.accent = charts::to_imgui(from.accent);
    theme.accent_soft = charts::to_imgui(from.accent_soft);
    theme.grid = charts::to_imgui(from.grid);
    theme.cursor = charts::to_imgui(from.cursor);
    theme.warning = charts::to_imgui(from.warning);
    theme.error = charts::to_imgui(from.error);
    theme.good = charts::to_imgui(from.good);
    theme.local_highlight = charts::to_imgui(from.local_highlight);
    theme.local_highlight_text = charts::to_imgui(from.local_highlight_text);
    std::ranges::transform(from.series, theme.series.begin(), charts::to_imgui);
}

/// The theme with other fonts and with all lengths multiplied by a factor.
Theme with_type(Theme theme, const Theme::Fonts& fonts, float factor)
{
    theme.body = fonts.body;
    theme.body_bold = fonts.body_bold;
    theme.small = fonts.small;
    theme.heading = fonts.heading;
    theme.code = fonts.code;
    for (float* length : {&theme.scale, &theme.line_width, &theme.marker_radius, &theme.rounding, &theme.padding})
        *length *= factor;
    return theme;
}

}  // namespace

Theme make_theme(bool dark, float scale, bool present)
{
    Theme theme{};
    theme.dark = dark;
    theme.scale = scale;
    theme.palette = dark ? &charts::Palette::dark() : &charts::Palette::light();
    set_colours(theme);
    theme.line_width = (present ? 3.0f : 2.0f) * scale;
    theme.marker_radius = (present ? 5.5f : 4.5f) * scale;
    theme.code_pixels = (present ? 16.0f : 14.5f) * scale;
    theme.dense_code_pixels = (present ? 13.4f : 14.5f) * scale;
    theme.rounding = 5 * scale;
    theme.padding = 12 * scale;
    return theme;
}

void keep_fonts(Theme& theme, const Theme& before)
{
    theme.body = before.body;
    theme.body_bold = before.body_bold;
    theme.small = before.small;
    theme.heading = before.heading;
    theme.code = before.code;
    theme.dense_code = before.dense_code;
    theme.reading = before.reading;
    theme.plain = before.plain;
    theme.round = before.round;
    theme.fonts_built = before.fonts_built;
}

MeasuredWith measured_with(const Theme& theme)
{
    return {theme.fonts_built, theme.body, theme.scale, font_pixels(theme.body)};
}

Theme reading_theme(const Theme& theme)
{
    return with_type(theme, theme.reading, theme.reading_magnification);
}

Theme plain_theme(const Theme& reading)
{
    return with_type(reading, reading.plain, 1 / reading.reading_magnification);
}

Theme dense_theme(const Theme& theme)
{
    Theme dense = theme;
    dense.code = theme.dense_code;
    dense.code_row = 1.17f;
    return dense;
}

void apply_style(const Theme& theme)
{
    ImGuiStyle style;
    style.WindowPadding = {theme.padding, theme.padding * 0.7f};
    style.FramePadding = {8, 4};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.IndentSpacing = 16;
    style.ScrollbarSize = 11;
    style.GrabMinSize = 12;
    style.ScaleAllSizes(theme.scale);
    style.WindowPadding = {theme.padding, theme.padding * 0.7f};  // already scaled
    style.WindowRounding = style.ChildRounding = style.FrameRounding = theme.rounding;
    style.PopupRounding = style.GrabRounding = style.TabRounding = theme.rounding;
    style.ScrollbarRounding = theme.rounding * 2;
    style.WindowBorderSize = style.ChildBorderSize = style.FrameBorderSize = 0;
    style.PopupBorderSize = std::max(1.0f, std::round(theme.scale));
    const auto set = [&](ImGuiCol slot, ImU32 colour) { style.Colors[slot] = vec(colour); };
    set(ImGuiCol_Text, theme.text);
    set(ImGuiCol_TextDisabled, theme.text_faint);
    set(ImGuiCol_WindowBg, theme.background);
    set(ImGuiCol_ChildBg, IM_COL32(0, 0, 0, 0));
    set(ImGuiCol_PopupBg, theme.panel);
    set(ImGuiCol_Border, theme.panel_border);
    set(ImGuiCol_BorderShadow, IM_COL32(0, 0, 0, 0));
    set(ImGuiCol_FrameBg, theme.grid);
    set(ImGuiCol_FrameBgHovered, theme.accent_soft);
    set(ImGuiCol_FrameBgActive, theme.accent_soft);
    set(ImGuiCol_ScrollbarBg, IM_COL32(0, 0, 0, 0));
    set(ImGuiCol_ScrollbarGrab, theme.panel_border);
    set(ImGuiCol_ScrollbarGrabHovered, theme.text_faint);
    set(ImGuiCol_ScrollbarGrabActive, theme.text_faint);
    set(ImGuiCol_CheckMark, theme.accent);
    set(ImGuiCol_SliderGrab, theme.accent);
    set(ImGuiCol_SliderGrabActive, theme.accent);
    for (const ImGuiCol slot : {ImGuiCol_Button, ImGuiCol_Header, ImGuiCol_Tab}) set(slot, theme.accent_soft);
    for (const ImGuiCol slot : {ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered, ImGuiCol_TabHovered})
        set(slot, theme.panel_border);
    for (const ImGuiCol slot : {ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}) set(slot, theme.accent_soft);
    set(ImGuiCol_Separator, theme.panel_border);
    set(ImGuiCol_TableBorderLight, theme.grid);
    set(ImGuiCol_TableBorderStrong, theme.panel_border);
    set(ImGuiCol_TableHeaderBg, theme.panel);
    set(ImGuiCol_TableRowBgAlt, with_alpha(theme.grid, 0.35f));
    set(ImGuiCol_TextSelectedBg, with_alpha(theme.accent, 0.35f));
    set(ImGuiCol_ModalWindowDimBg, IM_COL32(0, 0, 0, 140));
    ImGui::GetStyle() = style;
}

ImU32 with_alpha(ImU32 colour, float alpha)
{
    const auto a = static_cast<ImU32>(std::lround(std::clamp(alpha, 0.0f, 1.0f) * 255));
    return (colour & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

}  // namespace spillway::window
