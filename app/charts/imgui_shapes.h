#pragma once

#include <vector>

#include <imgui.h>

namespace spillway::charts {

/// Discs in the font atlas beside the glyphs. A round shape takes two triangles instead of fifty and shares a draw call
/// with the text around it. Lengths are in Dear ImGui's units.
class RoundShapes {
public:
    /// Reserves space for the discs. Call it after adding the fonts and before building the atlas. `raster_scale`:
    /// pixels per unit.
    void reserve(ImFontAtlas& atlas, float raster_scale);
    /// Draws the discs into the atlas. Call it after building the atlas and before creating its texture.
    void rasterise(ImFontAtlas& atlas);

    void fill_disc(ImDrawList& list, ImVec2 centre, float radius, ImU32 colour) const;
    /// Fills a rectangle with edges on whole pixels. The rounding is at most half of the shorter side.
    void fill_rectangle(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 colour, float rounding) const;

private:
    struct Disc {
        int index = 0;     ///< of its rectangle in the atlas
        float radius = 0;  ///< pixels
        ImVec2 centre;     ///< texture coordinates
    };
    [[nodiscard]] const Disc* nearest(float radius_pixels) const;

    float pixels_per_unit_ = 1;
    ImVec2 texel_;  ///< size of a texel in texture coordinates
    /// One per quarter pixel of radius; empty from Dear ImGui 1.92 on, where shapes are drawn with triangles.
    std::vector<Disc> discs_;
};

}  // namespace spillway::charts
