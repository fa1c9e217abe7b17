#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "app/window/picture/picture_parts.h"

namespace spillway::window {

/// Draw lists for Dear ImGui's backend that cover some boxes (in pixels), with as few draw calls as the drawing order
/// allows.
class PictureLists {
public:
    /// The result is valid until the next call. Boxes must not overlap. Everything but the lists comes from `frame`. If
    /// a ground colour is given, each box starts with a rectangle of it.
    ImDrawData& within(const std::vector<PixelBox>& boxes, const PictureParts& parts, const ImDrawData& frame,
                       std::optional<ImU32> ground);

private:
    void start(const PictureParts& parts, const ImDrawData& frame);
    void add_list();
    void add(const PicturePart& part, const PixelBox& box, const PictureParts& parts);
    void add_ground(const PixelBox& box, ImU32 colour);
    ImDrawVert* add_corners(int count, const PictureTexture& texture, const PixelBox& scissor);
    void finish();

    std::deque<ImDrawList> lists_;  ///< kept between frames to reuse their memory
    std::size_t used_ = 0;
    std::vector<ImDrawList*> pointers_;
    ImDrawData data_;
};

}  // namespace spillway::window
