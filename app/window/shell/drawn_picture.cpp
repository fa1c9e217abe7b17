#include "app/window/shell/drawn_picture.h"

#include <algorithm>
#include <cstring>

namespace spillway::window {
namespace {

/// Byte for byte: at worst something is drawn again.
template <typename T>
bool differ(const ImVector<T>& kept, const ImVector<T>& now)
{
    if (kept.Size != now.Size) return true;
    return now.Size > 0 && std::memcmp(kept.Data, now.Data, static_cast<std::size_t>(now.size_in_bytes())) != 0;
}

bool differ(ImVec2 kept, ImVec2 now)
{
    return kept.x != now.x || kept.y != now.y;
}

/// What a callback draws nobody knows.
bool calls_back(const ImDrawList& list)
{
    return std::any_of(list.CmdBuffer.begin(), list.CmdBuffer.end(),
                       [](const ImDrawCmd& command) { return command.UserCallback != nullptr; });
}

/// Newer versions of Dear ImGui bring glyphs into their textures as they are needed.
bool has_fresh_textures([[maybe_unused]] const ImDrawData& data)
{
#if IMGUI_VERSION_NUM >= 19200
    return data.Textures != nullptr &&
           std::any_of(data.Textures->begin(), data.Textures->end(),
                       [](const ImTextureData* texture) { return texture->Status != ImTextureStatus_OK; });
#else
    return false;
#endif
}

}  // namespace

bool DrawnPicture::differs_from(const ImDrawData& data, ImU32 ground) const
{
    if (!is_known_ || ground_ != ground || has_fresh_textures(data)) return true;
    if (differ(size_, data.DisplaySize) || differ(raster_, data.FramebufferScale)) return true;
    if (lists_.size() != static_cast<std::size_t>(data.CmdListsCount)) return true;
    for (std::size_t i = 0; i < lists_.size(); ++i) {
        const ImDrawList& list = *data.CmdLists[static_cast<int>(i)];
        if (differ(lists_[i].commands, list.CmdBuffer) || differ(lists_[i].vertices, list.VtxBuffer) ||
            differ(lists_[i].indices, list.IdxBuffer) || calls_back(list))
            return true;
    }
    return false;
}

void DrawnPicture::keep(ImDrawData& data, ImU32 ground)
{
    is_known_ = true;
    ground_ = ground;
    size_ = data.DisplaySize;
    raster_ = data.FramebufferScale;
    lists_.resize(static_cast<std::size_t>(data.CmdListsCount));
    for (std::size_t i = 0; i < lists_.size(); ++i) {
        ImDrawList& list = *data.CmdLists[static_cast<int>(i)];
        lists_[i].commands.swap(list.CmdBuffer);
        lists_[i].indices.swap(list.IdxBuffer);
        lists_[i].vertices.swap(list.VtxBuffer);
    }
}

}  // namespace spillway::window
