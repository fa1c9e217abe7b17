#include "app/window/kit/theme.h"

#include <algorithm>
#include <cmath>

namespace spillway::window {
namespace {

/// 0xRRGGBB as on a colour chart.
constexpr ImU32 rgb(unsigned hex)
{
    return IM_COL32((hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff, 255);
}

ImVec4 vec(ImU32 colour)
{
    return ImGui::ColorConvertU32ToFloat4(colour);
}

void dark_colours(Theme& t)
{
    t.background = rgb(0x12151b);
    t.panel = rgb(0x1b1f27);
    t.panel_border = rgb(0x2b313c);
    t.text = rgb(0xe9ecf1);
    t.text_muted = rgb(0xa4adbb);
    t.text_faint = rgb(0x8b94a3);
    t.accent = rgb(0x5fb0ff);
    t.accent_soft = rgb(0x25344b);
    t.grid = rgb(0x2d333e);
    t.cursor = rgb(0xf2f5f9);
    t.warning = rgb(0xffc25c);
    t.error = rgb(0xff8d86);
    t.good = rgb(0x57d08f);
    t.local_highlight = rgb(0x44320f);
    t.local_highlight_text = rgb(0xffca66);
    t.series = {rgb(0x56b4e9), rgb(0xe69f00), rgb(0x1fbd8f), rgb(0xdf8bbd),
                rgb(0xf0e442), rgb(0xf2703a), rgb(0x6f9bff), rgb(0xb8c0cc)};
}

void light_colours(Theme& t)
{
    t.background = rgb(0xe9ecf1);
    t.panel = rgb(0xffffff);
    t.panel_border = rgb(0xd3d9e2);
    t.text = rgb(0x161b23);
    t.text_muted = rgb(0x485364);
    t.text_faint = rgb(0x5c6778);
    t.accent = rgb(0x1560c8);
    t.accent_soft = rgb(0xdde9fa);
    t.grid = rgb(0xe1e5eb);
    t.cursor = rgb(0x2a313c);
    t.warning = rgb(0x8a5300);
    t.error = rgb(0xb3261e);
    t.good = rgb(0x0b7440);
    t.local_highlight = rgb(0xfff0cc);
    t.local_highlight_text = rgb(0x7a4b00);
    t.series = {rgb(0x0072b2), rgb(0xc47a00), rgb(0x00835f), rgb(0xb0568c),
                rgb(0x8a7a00), rgb(0xc9480b), rgb(0x4459c4), rgb(0x5c6778)};
}

double linear(unsigned channel)
{
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(ImU32 colour)
{
    return 0.2126 * linear((colour >> IM_COL32_R_SHIFT) & 0xff) + 0.7152 * linear((colour >> IM_COL32_G_SHIFT) & 0xff) +
           0.0722 * linear((colour >> IM_COL32_B_SHIFT) & 0xff);
}

}  // namespace

Theme make_theme(bool dark, float scale, bool present)
{
    Theme theme{};
    theme.dark = dark;
    theme.scale = scale;
    dark ? dark_colours(theme) : light_colours(theme);
    theme.line_width = (present ? 3.0f : 2.0f) * scale;
    theme.marker_radius = (present ? 5.5f : 4.5f) * scale;
    theme.rounding = 5 * scale;
    theme.padding = 12 * scale;
    return theme;
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

double contrast_ratio(ImU32 a, ImU32 b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

ImU32 with_alpha(ImU32 colour, float alpha)
{
    const auto a = static_cast<ImU32>(std::lround(std::clamp(alpha, 0.0f, 1.0f) * 255));
    return (colour & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

}  // namespace spillway::window
