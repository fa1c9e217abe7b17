#include "app/charts/imgui_shapes.h"

#include <algorithm>
#include <cmath>

namespace spillway::charts {
namespace {

constexpr int steps_per_pixel = 4;         ///< of radius; an eighth of a pixel is not visible
constexpr int largest_radius_pixels = 20;  ///< larger shapes are drawn with triangles

/// Half the side of a disc's rectangle, with one empty texel around the disc, which the GPU blends in at the edge.
int reach_of(float radius_pixels)
{
    return static_cast<int>(std::ceil(radius_pixels)) + 1;
}

struct Corner {
    ImVec2 from, to;        ///< screen coordinates
    ImVec2 uv_from, uv_to;  ///< texture coordinates
};

}  // namespace

void RoundShapes::reserve([[maybe_unused]] ImFontAtlas& atlas, float raster_scale)
{
    discs_.clear();
    pixels_per_unit_ = raster_scale;
#if IMGUI_VERSION_NUM < 19200
    // Since Dear ImGui 1.92 an atlas grows while it is used, so it is never complete and the discs cannot be reserved.
    for (int step = 1; step <= largest_radius_pixels * steps_per_pixel; ++step) {
        const float radius = static_cast<float>(step) / steps_per_pixel;
        const int side = 2 * reach_of(radius);
        discs_.push_back({atlas.AddCustomRectRegular(side, side), radius, {}});
    }
#endif
}

void RoundShapes::rasterise([[maybe_unused]] ImFontAtlas& atlas)
{
#if IMGUI_VERSION_NUM < 19200
    unsigned char* coverage = nullptr;
    int width = 0, height = 0;
    atlas.GetTexDataAsAlpha8(&coverage, &width, &height);
    texel_ = {1 / static_cast<float>(width), 1 / static_cast<float>(height)};
    for (Disc& disc : discs_) {
        const auto& place = *atlas.GetCustomRectByIndex(disc.index);
        const int reach = reach_of(disc.radius);
        disc.centre = {static_cast<float>(place.X + reach) * texel_.x, static_cast<float>(place.Y + reach) * texel_.y};
        for (int y = 0; y < place.Height; ++y)
            for (int x = 0; x < place.Width; ++x) {
                const auto middle = static_cast<float>(reach) - 0.5F;
                const float distance = std::hypot(static_cast<float>(x) - middle, static_cast<float>(y) - middle);
                const float covered = std::clamp(disc.radius + 0.5F - distance, 0.0F, 1.0F);
                coverage[(place.Y + y) * width + place.X + x] = static_cast<unsigned char>(covered * 255 + 0.5F);
            }
    }
#endif
}

const RoundShapes::Disc* RoundShapes::nearest(float radius_pixels) const
{
    const auto step = static_cast<std::size_t>(std::max(1L, std::lround(radius_pixels * steps_per_pixel)));
    return step <= discs_.size() ? &discs_[step - 1] : nullptr;
}

void RoundShapes::fill_disc(ImDrawList& list, ImVec2 centre, float radius, ImU32 colour) const
{
    const Disc* disc = nearest(radius * pixels_per_unit_);
    if (disc == nullptr) return list.AddCircleFilled(centre, radius, colour);
    const auto texels = static_cast<float>(reach_of(disc->radius));
    const float reach = texels / pixels_per_unit_;
    list.PrimReserve(6, 4);
    list.PrimRectUV({centre.x - reach, centre.y - reach}, {centre.x + reach, centre.y + reach},
                    {disc->centre.x - texels * texel_.x, disc->centre.y - texels * texel_.y},
                    {disc->centre.x + texels * texel_.x, disc->centre.y + texels * texel_.y}, colour);
}

void RoundShapes::fill_rectangle(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 colour, float rounding) const
{
    const auto on_pixel = [this](float at) { return std::round(at * pixels_per_unit_) / pixels_per_unit_; };
    const ImVec2 a{on_pixel(min.x), on_pixel(min.y)}, d{on_pixel(max.x), on_pixel(max.y)};
    const float max_radius = std::min(d.x - a.x, d.y - a.y) / 2 * pixels_per_unit_;
    if (max_radius <= 0)
        return list.AddRectFilled(min, max, colour);  // very thin; rounded to whole pixels it would vanish
    // Whole pixels, so that the disc's texels match screen pixels.
    const float radius_pixels = std::min(std::round(rounding * pixels_per_unit_), std::floor(max_radius));
    if (radius_pixels < 1) return list.AddRectFilled(a, d, colour);
    const Disc* disc = nearest(radius_pixels);
    if (disc == nullptr) return list.AddRectFilled(a, d, colour, rounding);

    const float r = radius_pixels / pixels_per_unit_;
    const ImVec2 b{a.x + r, a.y + r}, c{d.x - r, d.y - r};
    const ImVec2 uv = disc->centre, reach{radius_pixels * texel_.x, radius_pixels * texel_.y};
    const Corner corners[] = {
        {a, b, {uv.x - reach.x, uv.y - reach.y}, uv},
        {{c.x, a.y}, {d.x, b.y}, {uv.x, uv.y - reach.y}, {uv.x + reach.x, uv.y}},
        {{a.x, c.y}, {b.x, d.y}, {uv.x - reach.x, uv.y}, {uv.x, uv.y + reach.y}},
        {c, d, uv, {uv.x + reach.x, uv.y + reach.y}},
    };
    const bool has_middle = c.x > b.x, has_sides = c.y > b.y;
    const int parts = 4 + (has_middle ? 1 : 0) + (has_sides ? 2 : 0);
    list.PrimReserve(6 * parts, 4 * parts);
    for (const Corner& corner : corners) list.PrimRectUV(corner.from, corner.to, corner.uv_from, corner.uv_to, colour);
    if (has_middle) list.PrimRect({b.x, a.y}, {c.x, d.y}, colour);
    if (!has_sides) return;
    list.PrimRect({a.x, b.y}, {b.x, c.y}, colour);
    list.PrimRect({c.x, b.y}, {d.x, c.y}, colour);
}

}  // namespace spillway::charts
