#include "app/window/picture/picture_parts.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "app/window/picture/content_hash.h"

namespace spillway::window {
namespace {

std::uint64_t state_content(const PartState& state, unsigned texture_revision)
{
    std::array<unsigned char, sizeof(PictureTexture) + sizeof(PixelBox)> bytes{};
    std::memcpy(bytes.data(), &state.texture, sizeof(PictureTexture));
    std::memcpy(bytes.data() + sizeof(PictureTexture), &state.scissor, sizeof(PixelBox));
    return content_hash(bytes.data(), bytes.size(), texture_revision);
}

/// Truncates towards zero; clamps, because a chart's line may extend beyond any integer.
int whole(float pixels)
{
    constexpr float far = 1e6f;
    return static_cast<int>(std::max(-far, std::min(far, pixels)));
}

/// std::ceil is a function call unless the compiler may assume SSE 4.1.
int rounded_up(float pixels)
{
    const int below = whole(pixels);
    return below + (static_cast<float>(below) < pixels ? 1 : 0);
}

/// One or two triangles, with their shared corners once.
struct Corners {
    std::array<const ImDrawVert*, 4> at;
    std::size_t count;
};

Corners corners_of(const PartState& state, const PicturePart& part)
{
    const ImDrawIdx* const indices = state.indices + part.index;
    const auto vertex = [&](int i) { return state.vertices + indices[i]; };
    return {{vertex(0), vertex(1), vertex(2), part.corners == 4 ? vertex(5) : nullptr}, part.corners};
}

/// Positions less than a pixel left of or above the picture round to its first pixel, which changes nothing visible.
PixelBox box_of(const Corners& corners, ImVec2 origin, ImVec2 raster)
{
    ImVec2 min = corners.at[0]->pos, max = min;
    for (std::size_t i = 1; i < corners.count; ++i) {
        const ImVec2 at = corners.at[i]->pos;
        min = {std::min(min.x, at.x), std::min(min.y, at.y)};
        max = {std::max(max.x, at.x), std::max(max.y, at.y)};
    }
    return {whole((min.x - origin.x) * raster.x), whole((min.y - origin.y) * raster.y),
            rounded_up((max.x - origin.x) * raster.x), rounded_up((max.y - origin.y) * raster.y)};
}

std::uint64_t content_of(const Corners& corners, const PartState& state)
{
    const ImDrawVert* const first = corners.at[0];
    const std::size_t size = sizeof(ImDrawVert) * corners.count;
    const bool is_row =
        corners.at[1] == first + 1 && corners.at[2] == first + 2 && (corners.count == 3 || corners.at[3] == first + 3);
    if (is_row) return content_hash(first, size, state.content);
    std::array<ImDrawVert, 4> copies;
    for (std::size_t i = 0; i < corners.count; ++i) copies[i] = *corners.at[i];
    return content_hash(copies.data(), size, state.content);
}

bool are_two_of_four_corners(const ImDrawIdx* indices)
{
    return indices[3] == indices[0] && indices[4] == indices[2];
}

}  // namespace

void PictureParts::read(const ImDrawData& data, unsigned texture_revision, PictureCells& cells)
{
    states_.clear();
    parts_.clear();
    raster_ = data.FramebufferScale;
    origin_ = data.DisplayPos;
    width_ = static_cast<int>(data.DisplaySize.x * raster_.x);
    height_ = static_cast<int>(data.DisplaySize.y * raster_.y);
    cells.begin(width_, height_);
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) read(list, command, texture_revision, cells);
    }
}

void PictureParts::read(const ImDrawList& list, const ImDrawCmd& command, unsigned texture_revision,
                        PictureCells& cells)
{
    IM_ASSERT(command.UserCallback == nullptr);
    PartState state{texture_of(command), scissor_of(command)};
    if (state.scissor.is_empty()) return;
    IM_ASSERT(states_.size() <= std::numeric_limits<std::uint16_t>::max());
    state.content = state_content(state, is_same_texture(state.texture, font_texture()) ? 0 : texture_revision);
    state.vertices = list.VtxBuffer.Data + command.VtxOffset;
    state.indices = list.IdxBuffer.Data;
    states_.push_back(state);
    PicturePart part{};
    part.state = static_cast<std::uint16_t>(states_.size() - 1);
    const unsigned end = command.IdxOffset + command.ElemCount;
    for (part.index = command.IdxOffset; part.index < end; part.index += part.corners == 4 ? 6 : 3) {
        part.corners = end - part.index >= 6 && are_two_of_four_corners(state.indices + part.index) ? 4 : 3;
        const Corners corners = corners_of(state, part);
        const PixelBox uncut = box_of(corners, origin_, raster_), box = common(uncut, state.scissor);
        if (box.is_empty()) continue;
        part.left = static_cast<std::int16_t>(box.left);
        part.top = static_cast<std::int16_t>(box.top);
        part.right = static_cast<std::int16_t>(box.right);
        part.bottom = static_cast<std::int16_t>(box.bottom);
        part.is_cut = box != uncut;
        parts_.push_back(part);
        cells.add(box, content_of(corners, state));
    }
}

/// Rounds to whole pixels like Dear ImGui's OpenGL backend, from left and bottom.
PixelBox PictureParts::scissor_of(const ImDrawCmd& command) const
{
    const float left = (command.ClipRect.x - origin_.x) * raster_.x, top = (command.ClipRect.y - origin_.y) * raster_.y;
    const float right = (command.ClipRect.z - origin_.x) * raster_.x;
    const float bottom = (command.ClipRect.w - origin_.y) * raster_.y;
    const int first = whole(left), end = height_ - whole(static_cast<float>(height_) - bottom);
    const PixelBox box{first, end - whole(bottom - top), first + whole(right - left), end};
    return common(box, {0, 0, width_, height_});
}

}  // namespace spillway::window
