#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <imgui.h>

#include "app/window/picture/picture_cells.h"
#include "app/window/picture/picture_lists.h"
#include "app/window/picture/picture_parts.h"

namespace spillway::window {

/// Paints Dear ImGui's frames on a target that keeps its picture: nothing if the frame is unchanged, else the whole
/// frame or only the changed regions. During a drag these are a sixth of the window. Extent::pieces suits software
/// renderers, whose cost is the painted area; a GPU paints the whole frame faster than the regions are found.
class PicturePainter {
public:
    enum class Extent { whole, pieces };
    explicit PicturePainter(Extent extent) : extent_(extent) {}

    /// True if the frame must be painted; call paint() then. `texture_revision` increases when a texture other than the
    /// fonts' was redrawn: all parts that use such a texture are repainted.
    bool differs(const ImDrawData& frame, ImU32 ground, unsigned texture_revision);
    /// Paints into the bound target; OpenGL's context must be current.
    void paint(const ImDrawData& frame);
    /// The next frame is painted completely, because the target lost its picture or the fonts changed.
    void forget();

    /// Regions where the last frame differed from the one before; with Extent::whole the whole frame, if it differed.
    [[nodiscard]] const std::vector<PixelBox>& changed() const { return boxes_; }

private:
    void paint_pieces(const ImDrawData& frame);

    Extent extent_;
    PictureParts parts_;
    PictureCells cells_;
    PictureLists lists_;
    std::vector<PixelBox> boxes_;
    ImU32 ground_ = 0;
    std::optional<std::uint64_t> content_;  ///< hash of the whole frame
};

}  // namespace spillway::window
