#pragma once

#include <cstdint>
#include <vector>

#include <imgui.h>

#include "app/window/picture/picture_cells.h"
#include "app/window/picture/picture_texture.h"
#include "app/window/picture/pixel_box.h"

namespace spillway::window {

/// How parts are drawn: what Dear ImGui's command says of them.
struct PartState {
    PictureTexture texture;
    PixelBox scissor;
    const ImDrawVert* vertices = nullptr;  ///< what the indices count from
    const ImDrawIdx* indices = nullptr;    ///< of the list
    std::uint64_t content = 0;             ///< a hash of texture, what is in it, and scissor
};

/// One triangle, or the two of a glyph or a rectangle. Small: a frame has five thousand, and where software draws, the
/// caches are not ours.
struct PicturePart {
    std::int16_t left, top, right, bottom;  ///< every pixel that it may touch: see box()
    std::uint32_t index;                    ///< where its a b c or a b c a c d begin in the list's indices
    std::uint16_t state;
    std::uint8_t corners;  ///< 3 or 4
    bool is_cut;           ///< by its scissor

    [[nodiscard]] PixelBox box() const { return {left, top, right, bottom}; }
};

/// A frame as Dear ImGui describes it, taken apart, in the order of drawing and without what its scissor hides. Points
/// into Dear ImGui's lists: good until its next frame.
class PictureParts {
public:
    /// What is in the fonts' texture never changes, in others as often as `texture_revision` does. `cells` are given
    /// each part's place and a hash of all that its pixels depend on. Commands that call back have no place here: what
    /// those draw cannot be compared.
    void read(const ImDrawData& data, unsigned texture_revision, PictureCells& cells);

    [[nodiscard]] int width() const { return width_; }    ///< pixels
    [[nodiscard]] int height() const { return height_; }  ///< pixels
    /// Pixels for a window coordinate.
    [[nodiscard]] ImVec2 raster() const { return raster_; }
    [[nodiscard]] ImVec2 origin() const { return origin_; }
    [[nodiscard]] const std::vector<PicturePart>& all() const { return parts_; }
    [[nodiscard]] const PartState& state_of(const PicturePart& part) const { return states_[part.state]; }
    [[nodiscard]] const ImDrawVert& corner(const PicturePart& part, int i) const
    {
        const PartState& state = state_of(part);
        return state.vertices[state.indices[part.index + (i == 3 ? 5U : static_cast<unsigned>(i))]];
    }

private:
    void read(const ImDrawList& list, const ImDrawCmd& command, unsigned texture_revision, PictureCells& cells);
    [[nodiscard]] PixelBox scissor_of(const ImDrawCmd& command) const;

    int width_ = 0, height_ = 0;
    ImVec2 raster_ = {1, 1}, origin_ = {};
    std::vector<PartState> states_;
    std::vector<PicturePart> parts_;
};

}  // namespace spillway::window
