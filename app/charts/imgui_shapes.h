#pragma once

#include <vector>

#include <imgui.h>

namespace spillway::charts {

/// Discs that lie in the font atlas beside the glyphs: what is round is then two triangles and not fifty, and drawn in
/// one go with the text around it. Lengths are Dear ImGui's units.
class RoundShapes {
public:
    /// Asks for the discs' room; to be called when the fonts are in the atlas and it is not built. `raster_scale` is
    /// pixels per unit.
    void reserve(ImFontAtlas& atlas, float raster_scale);
    /// Draws them; to be called when the atlas is built and no texture was made of it.
    void rasterise(ImFontAtlas& atlas);

    void fill_disc(ImDrawList& list, ImVec2 centre, float radius, ImU32 colour) const;
    /// Its edges on whole pixels. The rounding is at most half of the shorter side.
    void fill_rectangle(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 colour, float rounding) const;

private:
    struct Disc {
        int index = 0;     ///< of its rectangle in the atlas
        float radius = 0;  ///< pixels
        ImVec2 centre;     ///< texture coordinates
    };
    [[nodiscard]] const Disc* nearest(float radius_pixels) const;

    float pixels_per_unit_ = 1;
    ImVec2 texel_;             ///< the size of one in texture coordinates
    std::vector<Disc> discs_;  ///< one for each quarter of a pixel of radius; none where the atlas cannot hold them
};

}  // namespace spillway::charts
