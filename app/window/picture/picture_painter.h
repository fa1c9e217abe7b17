#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <imgui.h>

#include "app/window/picture/picture_cells.h"
#include "app/window/picture/picture_lists.h"
#include "app/window/picture/picture_parts.h"

namespace spillway::window {

/// Paints Dear ImGui's frames on a target that keeps its picture, and of each only where it differs from the one
/// before: in a drag that is a third of the window, at rest nothing. Where software draws, a frame costs what it
/// paints.
class PicturePainter {
public:
    /// Whether something is to be painted; to be followed by paint() then. `texture_revision` counts up when a texture
    /// other than the fonts' was drawn anew: what shows one is painted again.
    bool differs(const ImDrawData& frame, ImU32 ground, unsigned texture_revision);
    /// Into the bound target, with OpenGL's context current.
    void paint(const ImDrawData& frame);
    /// The target doesn't hold what was painted, or the fonts are others: the next frame is painted whole.
    void forget();

    /// Where the last frame differed from the one before.
    [[nodiscard]] const std::vector<PixelBox>& changed() const { return boxes_; }

private:
    PictureParts parts_;
    PictureCells cells_;
    PictureLists lists_;
    std::vector<PixelBox> boxes_;
    ImU32 ground_ = 0;
    std::optional<std::uint64_t> content_;  ///< of the whole frame
};

}  // namespace spillway::window
