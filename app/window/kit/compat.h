#pragma once

// Wrappers for the few differences between Dear ImGui 1.86 (Debian 12) and 1.90 to 1.92.

#include <imgui.h>

namespace spillway::window {

/// Line height of the font in the window's coordinates.
inline float font_pixels(const ImFont* font)
{
#if IMGUI_VERSION_NUM >= 19200
    return font->LegacySize * ImGui::GetStyle().FontScaleMain;
#else
    return font->FontSize * ImGui::GetIO().FontGlobalScale;
#endif
}

/// Before 1.87, ImGui::IsKeyPressed() takes the backend's own key number, not an ImGuiKey.
inline bool is_key_pressed(ImGuiKey key, bool repeats = true)
{
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key, repeats);
#else
    const int index = ImGui::GetKeyIndex(key);
    return index >= 0 && ImGui::IsKeyPressed(index, repeats);
#endif
}

inline void push_font(ImFont* font)
{
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(font, font->LegacySize);
#else
    ImGui::PushFont(font);
#endif
}

/// Makes Dear ImGui draw all fonts at 1 / `raster_scale` of their size, because their glyphs are rasterised
/// `raster_scale` times larger.
inline void set_raster_scale(float raster_scale)
{
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetStyle().FontScaleMain = 1 / raster_scale;
#else
    ImGui::GetIO().FontGlobalScale = 1 / raster_scale;
#endif
}

inline bool font_has_glyph(const ImFont* font, ImWchar code_point)
{
#if IMGUI_VERSION_NUM >= 19200
    return const_cast<ImFont*>(font)->IsGlyphInFont(code_point);
#else
    return font->FindGlyphNoFallback(code_point) != nullptr;
#endif
}

inline bool begin_child(const char* id, ImVec2 size, ImGuiWindowFlags flags = 0)
{
#if IMGUI_VERSION_NUM >= 19000
    return ImGui::BeginChild(id, size, ImGuiChildFlags_AlwaysUseWindowPadding, flags);
#else
    return ImGui::BeginChild(id, size, false, flags | ImGuiWindowFlags_AlwaysUseWindowPadding);
#endif
}

}  // namespace spillway::window
