#pragma once

#include <cstdint>
#include <vector>

#include <imgui.h>

#include "app/window/picture/picture_cells.h"
#include "app/window/picture/picture_texture.h"
#include "app/window/picture/pixel_box.h"

namespace spillway::window {

/// The state of a draw command of Dear ImGui, shared by its parts.
struct PartState {
    PictureTexture texture;
    PixelBox scissor;
    const ImDrawVert* vertices = nullptr;  ///< base of the indices
    const ImDrawIdx* indices = nullptr;    ///< indices of the list
    std::uint64_t content = 0;             ///< hash of the texture, its content and the scissor
};

/// One triangle, or the two of a glyph or rectangle. Kept small: a frame has five thousand, and a software renderer
/// also needs the CPU caches.
struct PicturePart {
    std::int16_t left, top, right, bottom;  ///< every pixel that it may touch: see box()
    std::uint32_t index;                    ///< start of its corners (a b c, or a b c a c d) in the list's indices
    std::uint16_t state;
    std::uint8_t corners;  ///< 3 or 4
    bool is_cut;           ///< its scissor clips it

    [[nodiscard]] PixelBox box() const { return {left, top, right, bottom}; }
};

/// The parts of a Dear ImGui frame in drawing order, without those that their scissor hides. Points into Dear ImGui's
/// lists: valid until its next frame.
class PictureParts {
public:
    /// The content of the font texture never changes; other textures change with `texture_revision`. Passes each part's
    /// box and a hash of everything that its pixels depend on to `cells`. Draw commands with callbacks are not allowed,
    /// because their output cannot be compared.
    void read(const ImDrawData& data, unsigned texture_revision, PictureCells& cells);

    [[nodiscard]] int width() const { return width_; }    ///< pixels
    [[nodiscard]] int height() const { return height_; }  ///< pixels
    /// Pixels per window coordinate.
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
