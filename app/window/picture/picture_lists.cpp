#include "app/window/picture/picture_lists.h"

#include <algorithm>
#include <limits>

namespace spillway::window {
namespace {

constexpr int max_vertices = std::numeric_limits<ImDrawIdx>::max();

/// Appends `count` uninitialised elements.
template <typename T>
T* grow(ImVector<T>& vector, int count)
{
    const int size = vector.Size;
    if (size + count > vector.Capacity) vector.reserve(std::max(2 * vector.Capacity, size + count));
    vector.Size = size + count;
    return vector.Data + size;
}

ImVec4 clip_rect(const PixelBox& box)
{
    return {static_cast<float>(box.left), static_cast<float>(box.top), static_cast<float>(box.right),
            static_cast<float>(box.bottom)};
}

bool has_scissor(const ImDrawCmd& command, const PixelBox& box)
{
    const ImVec4 rect = clip_rect(box);
    return command.ClipRect.x == rect.x && command.ClipRect.y == rect.y && command.ClipRect.z == rect.z &&
           command.ClipRect.w == rect.w;
}

}  // namespace

ImDrawData& PictureLists::within(const std::vector<PixelBox>& boxes, const PictureParts& parts, const ImDrawData& frame,
                                 std::optional<ImU32> ground)
{
    start(parts, frame);
    for (const PixelBox& box : boxes) {
        if (ground) add_ground(box, *ground);
        for (const PicturePart& part : parts.all())
            if (!common(part.box(), box).is_empty()) add(part, box, parts);
    }
    finish();
    return data_;
}

void PictureLists::start(const PictureParts& parts, const ImDrawData& frame)
{
    data_ = frame;
    data_.DisplayPos = {0, 0};
    data_.DisplaySize = {static_cast<float>(parts.width()), static_cast<float>(parts.height())};
    data_.FramebufferScale = {1, 1};
    used_ = 0;
    add_list();
}

void PictureLists::add_list()
{
    if (used_ == lists_.size()) lists_.emplace_back(nullptr);
    ImDrawList& list = lists_[used_++];
    list.CmdBuffer.resize(0);
    list.IdxBuffer.resize(0);
    list.VtxBuffer.resize(0);
}

/// A scissor that does not clip the part is ignored, so that the part joins its neighbours' draw call.
void PictureLists::add(const PicturePart& part, const PixelBox& box, const PictureParts& parts)
{
    const PartState& state = parts.state_of(part);
    ImDrawVert* const vertices =
        add_corners(part.corners, state.texture, part.is_cut ? common(state.scissor, box) : box);
    const ImVec2 raster = parts.raster(), origin = parts.origin();
    for (int i = 0; i < part.corners; ++i) {
        vertices[i] = parts.corner(part, i);
        vertices[i].pos = {(vertices[i].pos.x - origin.x) * raster.x, (vertices[i].pos.y - origin.y) * raster.y};
    }
}

void PictureLists::add_ground(const PixelBox& box, ImU32 colour)
{
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImDrawVert* const vertices = add_corners(4, font_texture(), box);
    const ImVec4 rect = clip_rect(box);
    const ImVec2 corners[] = {{rect.x, rect.y}, {rect.z, rect.y}, {rect.z, rect.w}, {rect.x, rect.w}};
    for (int i = 0; i < 4; ++i) vertices[i] = {corners[i], atlas.TexUvWhitePixel, colour};
}

/// The caller fills in the new vertices.
ImDrawVert* PictureLists::add_corners(int count, const PictureTexture& texture, const PixelBox& scissor)
{
    if (lists_[used_ - 1].VtxBuffer.Size + count > max_vertices) add_list();
    ImDrawList& list = lists_[used_ - 1];
    if (list.CmdBuffer.empty() || !is_same_texture(texture_of(list.CmdBuffer.back()), texture) ||
        !has_scissor(list.CmdBuffer.back(), scissor)) {
        ImDrawCmd command;
        command.ClipRect = clip_rect(scissor);
        set_texture(command, texture);
        command.IdxOffset = static_cast<unsigned>(list.IdxBuffer.Size);
        list.CmdBuffer.push_back(command);
    }
    constexpr int order[] = {0, 1, 2, 0, 2, 3};
    const int first = list.VtxBuffer.Size, indices = count == 4 ? 6 : 3;
    list.CmdBuffer.back().ElemCount += static_cast<unsigned>(indices);
    ImDrawIdx* const index = grow(list.IdxBuffer, indices);
    for (int i = 0; i < indices; ++i) index[i] = static_cast<ImDrawIdx>(first + order[i]);
    return grow(list.VtxBuffer, count);
}

void PictureLists::finish()
{
    data_.CmdListsCount = static_cast<int>(used_);
    data_.TotalIdxCount = data_.TotalVtxCount = 0;
    pointers_.clear();
    for (std::size_t i = 0; i < used_; ++i) {
        pointers_.push_back(&lists_[i]);
        data_.TotalIdxCount += lists_[i].IdxBuffer.Size;
        data_.TotalVtxCount += lists_[i].VtxBuffer.Size;
    }
#if IMGUI_VERSION_NUM >= 18980
    data_.CmdLists.resize(0);
    for (ImDrawList* list : pointers_) data_.CmdLists.push_back(list);
#else
    data_.CmdLists = pointers_.data();
#endif
}

}  // namespace spillway::window
