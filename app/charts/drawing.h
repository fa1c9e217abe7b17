#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/charts/chart.h"

namespace spillway::charts {

// Lengths are in pixels, y grows downwards, and the origin is the drawing's upper left corner.

struct Point {
    double x = 0, y = 0;
};

struct Size {
    double width = 0, height = 0;
    friend bool operator==(const Size&, const Size&) = default;
};

struct Rect {
    double left = 0, top = 0, right = 0, bottom = 0;

    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return bottom - top; }
    [[nodiscard]] bool contains(Point p) const { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
    [[nodiscard]] bool contains(const Rect& other) const
    {
        return other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom;
    }
    [[nodiscard]] bool overlaps(const Rect& other) const
    {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    [[nodiscard]] Rect grown(double by) const { return {left - by, top - by, right + by, bottom + by}; }
};

/// Purpose of a colour; a Palette assigns the colour.
enum class ColourRole {
    background,
    text,
    text_muted,
    grid,
    axis,
    cursor,
    cursor_label,  ///< text on the cursor's label
    cliff,
    cliff_text,
    reference,
    series,
    faint,
    accent,
    warning,
    good,
    local_ground,  ///< line of code that accesses local memory
    local_text,
};

struct Colour {
    ColourRole role = ColourRole::text;
    int series = 0;  ///< palette index if `role` is series
    double opacity = 1;
};

enum class FontRole { title, subtitle, readout, tick, annotation, code };
inline constexpr std::size_t font_role_count = 6;

enum class Anchor { start, middle, end };

struct Polyline {
    std::vector<Point> points;
    double width = 1;
    std::vector<double> dash;  ///< on, off, on, off, ... in pixels; empty: solid
    double dash_offset = 0;    ///< offset into the pattern at the line's start
    Colour colour;
    std::string tooltip;
};

/// Area between two lines over the same x, e.g. p20 to p80. Both have the same number of points.
struct Area {
    std::vector<Point> upper, lower;
    Colour colour;
};

struct Box {
    Rect rect;
    double rounding = 0;
    Colour colour;
};

struct Text {
    std::string text;
    Point at;  ///< baseline at the anchor
    Anchor anchor = Anchor::start;
    FontRole font = FontRole::tick;
    double pixels = 12;
    Colour colour;
    Rect box;  ///< measured size; other texts keep clear of it
};

struct MarkerShape {
    Point centre;
    Marker marker = Marker::circle;
    double radius = 4;
    Colour colour{};
    bool hollow = false;  ///< stale
    bool halo = false;    ///< ring of background around the marker
    std::string tooltip{};
    std::string series{};  ///< key of the series whose mark in a legend this is; empty for other markers
};

/// Outline of a marker as closed shapes; as strokes for cross and plus; empty for circles.
[[nodiscard]] std::vector<std::vector<Point>> marker_outline(Marker marker, Point centre, double radius);

/// Clips the following primitives to the rectangle, until ClipEnd. Clips do not nest.
struct ClipBegin {
    Rect rect;
};
struct ClipEnd {};

using Primitive = std::variant<Polyline, Area, Box, Text, MarkerShape, ClipBegin, ClipEnd>;

/// Maps data to pixels and back, along one axis.
struct AxisMapping {
    double first = 0, last = 1;  ///< data
    double pixel_first = 0, pixel_last = 1;
    bool logarithmic = false;
    double least_positive = 1;  ///< logarithmic: zero is drawn one power of two below it
    /// From this value on, the axis is compressed beyond `pixel_pressed`.
    std::optional<double> pressed_from = {};
    double pixel_pressed = 0;

    [[nodiscard]] double to_pixel(double value) const;
    [[nodiscard]] double to_value(double pixel) const;

private:
    [[nodiscard]] double scaled(double value) const;
    [[nodiscard]] double unscaled(double position) const;
};

/// A point of a series and its position.
struct PlacedPoint {
    std::size_t series = 0, point = 0;  ///< indices into the chart
    Point at;                           ///< failed points lie at the bottom of the plot
};

/// A chart laid out for one size: primitives in painting order, and positions of the data.
struct Drawing {
    Size size;
    Rect plot;
    /// Includes the mark that opens a list, if the style has controls.
    std::optional<Rect> title;
    std::optional<Rect> y_scale_name;  ///< "log y" or "linear y"
    std::optional<Rect> more_values;   ///< "+3 more", if the legend has no room for all
    std::optional<Rect> message;       ///< text in place of curves
    AxisMapping x, y;
    std::vector<Primitive> primitives;
    std::vector<PlacedPoint> points;  ///< of the visible series, inside the plot

    /// The x value under a mouse position, limited to the axis.
    [[nodiscard]] double x_value_at(double pixel_x) const;
    /// For each visible series, the point nearest to a pixel column.
    [[nodiscard]] std::vector<PlacedPoint> nearest_in_each_series(double pixel_x) const;
    /// Position in the plot for a rectangle of this size that covers the fewest lines, markers and texts: a corner, or
    /// the middle of the upper or lower edge. On a tie the upper right wins.
    [[nodiscard]] Point freest_place(Size room) const;
    /// The point nearest to the mouse; empty if none is within the distance.
    [[nodiscard]] std::optional<PlacedPoint> nearest(Point mouse, double within) const;
};

/// Adds a part's primitives, moved so that its upper left corner is at `at`. Skips its points, plot and axes.
void append(Drawing& drawing, const Drawing& part, Point at);

}  // namespace spillway::charts
