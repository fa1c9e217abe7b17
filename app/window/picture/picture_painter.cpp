#include "app/window/picture/picture_painter.h"

#include <algorithm>
#include <optional>

#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>

#include "app/window/picture/content_hash.h"

namespace spillway::window {
namespace {

/// Newer versions of Dear ImGui add glyphs to their textures on demand.
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

template <typename T>
std::uint64_t content_of(const ImVector<T>& all, std::uint64_t seed)
{
    return content_hash(all.Data, static_cast<std::size_t>(all.size_in_bytes()), seed);
}

/// Hash of the whole frame. It costs a tenth of comparing the parts, and suffices while nothing happens: equal lists
/// give an equal picture.
std::uint64_t content_of(const ImDrawData& frame, unsigned texture_revision)
{
    const float size[] = {frame.DisplayPos.x,  frame.DisplayPos.y,       frame.DisplaySize.x,
                          frame.DisplaySize.y, frame.FramebufferScale.x, frame.FramebufferScale.y};
    std::uint64_t content = content_hash(size, sizeof size, texture_revision);
    for (int i = 0; i < frame.CmdListsCount; ++i) {
        const ImDrawList& list = *frame.CmdLists[i];
        content = content_of(list.VtxBuffer, content_of(list.IdxBuffer, content_of(list.CmdBuffer, content)));
    }
    return content;
}

void clear(ImU32 colour)
{
    const ImVec4 ground = ImGui::ColorConvertU32ToFloat4(colour);
    glClearColor(ground.x, ground.y, ground.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

void PicturePainter::forget()
{
    content_.reset();
    cells_.forget();
}

bool PicturePainter::differs(const ImDrawData& frame, ImU32 ground, unsigned texture_revision)
{
    if (ground_ != ground || has_fresh_textures(frame)) forget();
    ground_ = ground;
    boxes_.clear();
    const std::uint64_t content = content_of(frame, texture_revision);
    if (content_ == content) return false;
    content_ = content;
    if (extent_ == Extent::whole) {
        boxes_ = {{0, 0, static_cast<int>(frame.DisplaySize.x * frame.FramebufferScale.x),
                   static_cast<int>(frame.DisplaySize.y * frame.FramebufferScale.y)}};
        return true;
    }
    parts_.read(frame, texture_revision, cells_);
    boxes_ = cells_.changes();
    return !boxes_.empty();
}

void PicturePainter::paint(const ImDrawData& frame)
{
    if (extent_ == Extent::pieces) return paint_pieces(frame);
    clear(ground_);
    ImGui_ImplOpenGL3_RenderDrawData(const_cast<ImDrawData*>(&frame));
}

/// Clearing is cheapest for the whole target, but costs as much as a rectangle for a region.
void PicturePainter::paint_pieces(const ImDrawData& frame)
{
    const bool is_whole = boxes_.size() == 1 && boxes_[0].contains({0, 0, parts_.width(), parts_.height()});
    if (is_whole) clear(ground_);
    ImDrawData& drawn = lists_.within(boxes_, parts_, frame, is_whole ? std::nullopt : std::optional(ground_));
    ImGui_ImplOpenGL3_RenderDrawData(&drawn);
}

}  // namespace spillway::window
