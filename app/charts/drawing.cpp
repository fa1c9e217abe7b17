#include "app/charts/drawing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spillway::charts {

namespace {

struct Mover {
    Point by;

    [[nodiscard]] Point moved(Point point) const { return {point.x + by.x, point.y + by.y}; }
    [[nodiscard]] Rect moved(const Rect& rect) const
    {
        return {rect.left + by.x, rect.top + by.y, rect.right + by.x, rect.bottom + by.y};
    }
    void move(std::vector<Point>& points) const
    {
        for (Point& point : points) point = moved(point);
    }
    void operator()(Polyline& line) const { move(line.points); }
    void operator()(Area& area) const
    {
        move(area.upper);
        move(area.lower);
    }
    void operator()(Box& box) const { box.rect = moved(box.rect); }
    void operator()(Text& text) const
    {
        text.at = moved(text.at);
        text.box = moved(text.box);
    }
    void operator()(MarkerShape& marker) const { marker.centre = moved(marker.centre); }
    void operator()(ClipBegin& clip) const { clip.rect = moved(clip.rect); }
    void operator()(ClipEnd&) const {}
};

/// Length in pixels of the lines, markers and texts inside `rect`. The grid and the axes are background and do not
/// count.
struct CoveredIn {
    Rect rect;

    double operator()(const Polyline& line) const
    {
        if (line.colour.role == ColourRole::grid || line.colour.role == ColourRole::axis) return 0;
        constexpr double step = 2;
        double covered = 0;
        for (std::size_t i = 1; i < line.points.size(); ++i) {
            const Point from = line.points[i - 1], to = line.points[i];
            const double length = std::hypot(to.x - from.x, to.y - from.y);
            for (double at = 0; at < length; at += step) {
                const double share = at / length;
                const Point here{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
                if (rect.contains(here)) covered += step;
            }
        }
        return covered;
    }
    double operator()(const Text& text) const
    {
        constexpr double text_weight = 4;
        return text.box.overlaps(rect) ? text_weight * text.box.width() : 0;
    }
    double operator()(const MarkerShape& marker) const
    {
        return rect.grown(marker.radius).contains(marker.centre) ? 2 * marker.radius : 0;
    }
    double operator()(const auto&) const { return 0; }  // areas and boxes are backgrounds, and clips draw nothing
};

double covered_in(const std::vector<Primitive>& primitives, const Rect& rect)
{
    double covered = 0;
    for (const Primitive& primitive : primitives) covered += std::visit(CoveredIn{rect}, primitive);
    return covered;
}

}  // namespace

void append(Drawing& drawing, const Drawing& part, Point at)
{
    for (Primitive primitive : part.primitives) {
        std::visit(Mover{at}, primitive);
        drawing.primitives.push_back(std::move(primitive));
    }
}

std::vector<std::vector<Point>> marker_outline(Marker marker, Point c, double r)
{
    // Sizes differ so that all markers look equally large.
    const double side = r * 0.9, wide = r * 1.15, tip = r * 1.25;
    switch (marker) {
        case Marker::circle: return {};
        case Marker::square:
            return {{{c.x - side, c.y - side},
                     {c.x + side, c.y - side},
                     {c.x + side, c.y + side},
                     {c.x - side, c.y + side}}};
        case Marker::triangle:
            return {{{c.x, c.y - r * 1.1}, {c.x + wide, c.y + r * 0.9}, {c.x - wide, c.y + r * 0.9}}};
        case Marker::diamond: return {{{c.x, c.y - tip}, {c.x + tip, c.y}, {c.x, c.y + tip}, {c.x - tip, c.y}}};
        case Marker::cross:
            return {{{c.x - side, c.y - side}, {c.x + side, c.y + side}},
                    {{c.x - side, c.y + side}, {c.x + side, c.y - side}}};
        case Marker::plus: return {{{c.x - tip, c.y}, {c.x + tip, c.y}}, {{c.x, c.y - tip}, {c.x, c.y + tip}}};
    }
    return {};
}

double AxisMapping::scaled(double value) const
{
    if (!logarithmic) return value;
    // Zero ("none", an empty radius) has no logarithm: draw it one step below the smallest power.
    return value > 0 ? std::log2(value) : std::log2(least_positive) - 1;
}

double AxisMapping::unscaled(double position) const
{
    if (!logarithmic) return position;
    if (first <= 0 && position < std::log2(least_positive) - 0.5) return 0;
    return std::exp2(position);
}

double AxisMapping::to_pixel(double value) const
{
    const double from = scaled(first), to = scaled(last), at = scaled(value);
    if (from == to) return (pixel_first + pixel_last) / 2;
    if (!pressed_from) return pixel_first + (at - from) / (to - from) * (pixel_last - pixel_first);
    const double middle = scaled(*pressed_from);
    if (at <= middle) return pixel_first + (at - from) / (middle - from) * (pixel_pressed - pixel_first);
    return pixel_pressed + (at - middle) / (to - middle) * (pixel_last - pixel_pressed);
}

double AxisMapping::to_value(double pixel) const
{
    const double from = scaled(first), to = scaled(last);
    if (pixel_first == pixel_last) return first;
    if (!pressed_from) return unscaled(from + (pixel - pixel_first) / (pixel_last - pixel_first) * (to - from));
    const double middle = scaled(*pressed_from);
    if (pixel <= pixel_pressed)
        return unscaled(from + (pixel - pixel_first) / (pixel_pressed - pixel_first) * (middle - from));
    return unscaled(middle + (pixel - pixel_pressed) / (pixel_last - pixel_pressed) * (to - middle));
}

double Drawing::x_value_at(double pixel_x) const
{
    return std::clamp(x.to_value(std::clamp(pixel_x, plot.left, plot.right)), std::min(x.first, x.last),
                      std::max(x.first, x.last));
}

std::vector<PlacedPoint> Drawing::nearest_in_each_series(double pixel_x) const
{
    std::vector<PlacedPoint> nearest;
    for (const PlacedPoint& candidate : points) {
        const auto same = [&](const PlacedPoint& other) { return other.series == candidate.series; };
        const auto found = std::find_if(nearest.begin(), nearest.end(), same);
        if (found == nearest.end())
            nearest.push_back(candidate);
        else if (std::abs(candidate.at.x - pixel_x) < std::abs(found->at.x - pixel_x))
            *found = candidate;
    }
    return nearest;
}

Point Drawing::freest_place(Size room) const
{
    const double right = std::max(plot.left, plot.right - room.width),
                 foot = std::max(plot.top, plot.bottom - room.height);
    const double middle = (plot.left + right) / 2;
    Point best;
    double least = std::numeric_limits<double>::infinity();
    for (const Point at : {Point{right, plot.top}, Point{plot.left, plot.top}, Point{right, foot},
                           Point{plot.left, foot}, Point{middle, plot.top}, Point{middle, foot}}) {
        const double covered = covered_in(primitives, {at.x, at.y, at.x + room.width, at.y + room.height});
        if (covered < least) best = at;
        least = std::min(least, covered);
    }
    return best;
}

std::optional<PlacedPoint> Drawing::nearest(Point mouse, double within) const
{
    std::optional<PlacedPoint> best;
    double best_distance = within;
    for (const PlacedPoint& candidate : points) {
        const double distance = std::hypot(candidate.at.x - mouse.x, candidate.at.y - mouse.y);
        if (distance > best_distance) continue;
        best_distance = distance;
        best = candidate;
    }
    return best;
}

}  // namespace spillway::charts
