#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "app/window/picture/picture_parts.h"

namespace spillway::window {

/// Lists for Dear ImGui's backend of what is to be seen within some boxes, in pixels, with as few draw calls as the
/// order allows.
class PictureLists {
public:
    /// Good until the next call. Boxes must not overlap. All else than the lists is taken from `frame`. Where a ground
    /// is given, its rectangle comes first in each box.
    ImDrawData& within(const std::vector<PixelBox>& boxes, const PictureParts& parts, const ImDrawData& frame,
                       std::optional<ImU32> ground);

private:
    void start(const PictureParts& parts, const ImDrawData& frame);
    void add_list();
    void add(const PicturePart& part, const PixelBox& box, const PictureParts& parts);
    void add_ground(const PixelBox& box, ImU32 colour);
    ImDrawVert* add_corners(int count, const PictureTexture& texture, const PixelBox& scissor);
    void finish();

    std::deque<ImDrawList> lists_;  ///< kept from frame to frame for their memory
    std::size_t used_ = 0;
    std::vector<ImDrawList*> pointers_;
    ImDrawData data_;
};

}  // namespace spillway::window
