#include "app/charts/imgui_painter.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

namespace spillway::charts {
namespace {

/// Calls emit(points) for each visible dash of a polyline.
template <typename Emit>
void for_each_dash(const Polyline& line, Emit emit)
{
    double period = 0;
    for (const double length : line.dash) period += length;
    if (!(period > 0.5)) return emit(line.points);

    std::size_t part = 0;
    double into = std::fmod(line.dash_offset, period);
    while (into >= line.dash[part]) {
        into -= line.dash[part];
        part = (part + 1) % line.dash.size();
    }
    double left_of_part = line.dash[part] - into;
    std::vector<Point> dash{line.points.front()};
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        Point from = line.points[i - 1];
        const Point to = line.points[i];
        double left = std::hypot(to.x - from.x, to.y - from.y);
        while (left > left_of_part) {
            const double t = left_of_part / left;
            from = {from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t};
            left -= left_of_part;
            dash.push_back(from);
            if (part % 2 == 0) emit(dash);
            dash.assign(1, from);
            part = (part + 1) % line.dash.size();
            left_of_part = std::max(line.dash[part], 0.01);
        }
        left_of_part -= left;
        dash.push_back(to);
    }
    if (part % 2 == 0 && dash.size() > 1) emit(dash);
}

class Painter {
public:
    Painter(ImDrawList& list, ImVec2 origin, const Palette& palette, const ChartFonts& fonts, const RoundShapes& shapes)
        : list_(list), origin_(origin), palette_(palette), fonts_(fonts), shapes_(shapes)
    {
    }

    void operator()(const Polyline& line)
    {
        if (line.points.size() < 2) return;
        const ImU32 colour = colour_of(line.colour);
        const bool is_rule =
            line.points.size() == 2 && (line.points[0].x == line.points[1].x || line.points[0].y == line.points[1].y);
        // A whole number of pixels keeps rules sharp and saves two thirds of a line's triangles.
        const auto width = static_cast<float>(std::max(1.0, std::round(line.width)));
        for_each_dash(line, [&](const std::vector<Point>& points) {
            at_.clear();
            for (const Point& p : points) at_.push_back(is_rule ? on_pixel(p, line) : place(p));
            list_.AddPolyline(at_.data(), static_cast<int>(at_.size()), colour, ImDrawFlags_None, width);
        });
    }

    void operator()(const Area& area)
    {
        // No smoothed edges: neighbouring quads would show seams.
        const ImDrawListFlags flags = list_.Flags;
        list_.Flags &= ~ImDrawListFlags_AntiAliasedFill;
        const ImU32 colour = colour_of(area.colour);
        for (std::size_t i = 1; i < area.upper.size(); ++i)
            list_.AddQuadFilled(place(area.upper[i - 1]), place(area.upper[i]), place(area.lower[i]),
                                place(area.lower[i - 1]), colour);
        list_.Flags = flags;
    }

    void operator()(const Box& box)
    {
        const ImVec2 from = place({box.rect.left, box.rect.top}), to = place({box.rect.right, box.rect.bottom});
        // A box without rounding may be a bar thinner than a pixel.
        if (box.rounding > 0)
            shapes_.fill_rectangle(list_, from, to, colour_of(box.colour), static_cast<float>(box.rounding));
        else
            list_.AddRectFilled(from, to, colour_of(box.colour));
    }

    void operator()(const Text& text)
    {
        const ChartFont& font = fonts_[static_cast<std::size_t>(text.font)];
        ImVec2 at = place({text.box.left, text.box.top});
        // Glyphs are sharp only on whole pixels.
        at = {std::floor(at.x + 0.5f), std::floor(at.y + 0.5f)};
        list_.AddText(font.font, static_cast<float>(text.pixels), at, colour_of(text.colour), text.text.data(),
                      text.text.data() + text.text.size());
    }

    void operator()(const MarkerShape& marker)
    {
        if (marker.colour.opacity <= 0) return;
        const ImU32 background = colour_of({ColourRole::background, 0, 1});
        if (marker.halo) shape(marker, marker.radius * 1.3, background, false);
        shape(marker, marker.radius, colour_of(marker.colour), false);
        if (marker.hollow) shape(marker, marker.radius * 0.55, background, true);
    }

    void operator()(const ClipBegin& clip)
    {
        list_.PushClipRect(place({clip.rect.left, clip.rect.top}), place({clip.rect.right, clip.rect.bottom}), true);
    }
    void operator()(const ClipEnd&) { list_.PopClipRect(); }

private:
    [[nodiscard]] ImVec2 place(Point p) const
    {
        return {origin_.x + static_cast<float>(p.x), origin_.y + static_cast<float>(p.y)};
    }

    /// Rules of odd width are centred on pixels, rules of even width between pixels.
    [[nodiscard]] ImVec2 on_pixel(Point p, const Polyline& line) const
    {
        const ImVec2 at = place(p);
        const float shift = static_cast<int>(std::lround(line.width)) % 2 == 1 ? 0.5f : 0.0f;
        const bool is_vertical = line.points[0].x == line.points[1].x;
        if (is_vertical) return {std::floor(at.x) + shift, at.y};
        return {at.x, std::floor(at.y) + shift};
    }

    [[nodiscard]] ImU32 colour_of(const Colour& colour) const { return to_imgui(palette_.resolve(colour)); }

    void shape(const MarkerShape& marker, double radius, ImU32 colour, bool inner)
    {
        if (marker.marker == Marker::circle) {
            shapes_.fill_disc(list_, place(marker.centre), static_cast<float>(radius), colour);
            return;
        }
        const bool is_open = marker.marker == Marker::cross || marker.marker == Marker::plus;
        if (is_open && inner) return;
        for (const auto& part : marker_outline(marker.marker, marker.centre, radius)) {
            std::vector<ImVec2> at;
            for (const Point& p : part) at.push_back(place(p));
            const int count = static_cast<int>(at.size());
            if (is_open)
                list_.AddPolyline(at.data(), count, colour, ImDrawFlags_None,
                                  static_cast<float>(std::max(1.2, radius * 0.6)));
            else
                list_.AddConvexPolyFilled(at.data(), count, colour);
        }
    }

    ImDrawList& list_;
    ImVec2 origin_;
    const Palette& palette_;
    const ChartFonts& fonts_;
    const RoundShapes& shapes_;
    std::vector<ImVec2> at_;  ///< points of the current line, reused because there are hundreds of dashes
};

}  // namespace

ChartStyle with_fonts(ChartStyle style, const ChartFonts& fonts)
{
    for (std::size_t i = 0; i < fonts.size(); ++i) style.font_pixels[i] = fonts[i].pixels;
    return style;
}

double ImFontTextMeasure::width(std::string_view text, FontRole font, double pixels) const
{
    ImFont* face = fonts_[static_cast<std::size_t>(font)].font;
    return face->CalcTextSizeA(static_cast<float>(pixels), FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

// In Dear ImGui, the lines of a font of n pixels are n pixels high, from the tops of its glyphs to their descenders.
double ImFontTextMeasure::line_height(FontRole, double pixels) const
{
    return pixels;
}
double ImFontTextMeasure::ascent(FontRole, double pixels) const
{
    return 0.8 * pixels;
}

ImU32 to_imgui(const Rgba& colour)
{
    const double opacity = std::clamp(colour.a, 0.0, 1.0);
    return IM_COL32(colour.r, colour.g, colour.b, static_cast<int>(opacity * 255 + 0.5));
}

void paint(const Drawing& drawing, ImDrawList& list, ImVec2 origin, const Palette& palette, const ChartFonts& fonts,
           const RoundShapes& shapes)
{
    Painter painter(list, origin, palette, fonts, shapes);
    for (const Primitive& primitive : drawing.primitives) std::visit(painter, primitive);
}

}  // namespace spillway::charts
