#include "app/window/picture/picture_painter.h"

#include <algorithm>
#include <optional>

#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>

namespace spillway::window {
namespace {

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

bool PicturePainter::differs(const ImDrawData& frame, ImU32 ground, unsigned texture_revision)
{
    if (ground_ != ground || has_fresh_textures(frame)) forget();
    ground_ = ground;
    parts_.read(frame, texture_revision, cells_);
    boxes_ = cells_.changes();
    return !boxes_.empty();
}

/// Clearing is the cheapest where it is all, and as dear as any rectangle where it isn't.
void PicturePainter::paint(const ImDrawData& frame)
{
    const bool is_whole = boxes_.size() == 1 && boxes_[0].contains({0, 0, parts_.width(), parts_.height()});
    if (is_whole) {
        const ImVec4 ground = ImGui::ColorConvertU32ToFloat4(ground_);
        glClearColor(ground.x, ground.y, ground.z, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    ImDrawData& drawn = lists_.within(boxes_, parts_, frame, is_whole ? std::nullopt : std::optional(ground_));
    ImGui_ImplOpenGL3_RenderDrawData(&drawn);
}

}  // namespace spillway::window
