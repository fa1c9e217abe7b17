#pragma once

// Wrappers for the texture types of Dear ImGui 1.86 to 1.91 and 1.92.

#include <imgui.h>

namespace spillway::window {

#if IMGUI_VERSION_NUM >= 19200
using PictureTexture = ImTextureRef;

inline PictureTexture texture_of(const ImDrawCmd& command)
{
    return command.TexRef;
}
inline void set_texture(ImDrawCmd& command, const PictureTexture& texture)
{
    command.TexRef = texture;
}
inline bool is_same_texture(const PictureTexture& a, const PictureTexture& b)
{
    return a._TexData == b._TexData && a._TexID == b._TexID;
}
inline PictureTexture font_texture()
{
    return ImGui::GetIO().Fonts->TexRef;
}
#else
using PictureTexture = ImTextureID;

inline PictureTexture texture_of(const ImDrawCmd& command)
{
    return command.TextureId;
}
inline void set_texture(ImDrawCmd& command, PictureTexture texture)
{
    command.TextureId = texture;
}
inline bool is_same_texture(PictureTexture a, PictureTexture b)
{
    return a == b;
}
inline PictureTexture font_texture()
{
    return ImGui::GetIO().Fonts->TexID;
}
#endif

}  // namespace spillway::window
