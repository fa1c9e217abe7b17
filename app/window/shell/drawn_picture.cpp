#include "app/window/shell/drawn_picture.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace spillway::window {
namespace {

/// Makes `kept` what `now` is. True where it was something else. Byte for byte: at worst something is drawn again.
template <typename T>
bool replace(std::vector<T>& kept, const ImVector<T>& now)
{
    const auto size = static_cast<std::size_t>(now.Size);
    if (kept.size() == size && (size == 0 || std::memcmp(kept.data(), now.Data, size * sizeof(T)) == 0)) return false;
    kept.assign(now.begin(), now.end());
    return true;
}

bool replace(ImVec2& kept, ImVec2 now)
{
    const ImVec2 before = std::exchange(kept, now);
    return before.x != now.x || before.y != now.y;
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

bool DrawnPicture::take(const ImDrawData& data, ImU32 ground)
{
    bool is_other = !std::exchange(is_known_, true) || has_fresh_textures(data);
    is_other |= std::exchange(ground_, ground) != ground;
    is_other |= replace(size_, data.DisplaySize);
    is_other |= replace(raster_, data.FramebufferScale);
    const auto count = static_cast<std::size_t>(data.CmdListsCount);
    is_other |= lists_.size() != count;
    lists_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const ImDrawList& list = *data.CmdLists[static_cast<int>(i)];
        is_other |= replace(lists_[i].commands, list.CmdBuffer);
        is_other |= replace(lists_[i].indices, list.IdxBuffer);
        is_other |= replace(lists_[i].vertices, list.VtxBuffer);
        is_other |= calls_back(list);
    }
    return is_other;
}

}  // namespace spillway::window
