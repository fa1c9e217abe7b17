#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <imgui.h>

#include "app/window/picture/picture_cells.h"
#include "app/window/picture/picture_lists.h"
#include "app/window/picture/picture_parts.h"

namespace spillway::window {

/// Paints Dear ImGui's frames on a target that keeps its picture: where nothing differs from the one before, nothing;
/// else the whole frame, or only where it differs. In a drag that is a sixth of the window, and where software draws, a
/// frame costs what it paints. A GPU has painted it all before the places are found.
class PicturePainter {
public:
    enum class Extent { whole, pieces };
    explicit PicturePainter(Extent extent) : extent_(extent) {}

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
    void paint_pieces(const ImDrawData& frame);

    Extent extent_;
    PictureParts parts_;
    PictureCells cells_;
    PictureLists lists_;
    std::vector<PixelBox> boxes_;
    ImU32 ground_ = 0;
    std::optional<std::uint64_t> content_;  ///< of the whole frame
};

}  // namespace spillway::window
