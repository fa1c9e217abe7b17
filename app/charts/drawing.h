#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/charts/chart.h"

namespace spillway::charts {

// Lengths are pixels, y grows downwards, the origin is the drawing's upper left corner.

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

/// What a colour is for; a Palette says which colour that is.
enum class ColourRole {
    background,
    text,
    text_muted,
    grid,
    axis,
    cursor,
    cursor_label,  ///< the text on the cursor's label
    cliff,
    cliff_text,
    reference,
    series,
    faint,
    accent,
    warning,
    good,
    local_ground,  ///< of a line of code that touches local memory
    local_text,
};

struct Colour {
    ColourRole role = ColourRole::text;
    int series = 0;  ///< palette index where role is series
    double opacity = 1;
};

enum class FontRole { title, subtitle, readout, tick, annotation, code };
inline constexpr std::size_t font_role_count = 6;

enum class Anchor { start, middle, end };

struct Polyline {
    std::vector<Point> points;
    double width = 1;
    std::vector<double> dash;  ///< on, off, on, off, ... in pixels; empty: solid
    double dash_offset = 0;    ///< how far into the pattern the line begins
    Colour colour;
    std::string tooltip;
};

/// The area between two lines over the same x, e.g. p20 to p80. Both have the same length.
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
    Point at;  ///< the baseline at the anchor
    Anchor anchor = Anchor::start;
    FontRole font = FontRole::tick;
    double pixels = 12;
    Colour colour;
    Rect box;  ///< as measured; stays free of other texts
};

struct MarkerShape {
    Point centre;
    Marker marker = Marker::circle;
    double radius = 4;
    Colour colour{};
    bool hollow = false;  ///< stale
    bool halo = false;    ///< a ring of background sets it off from what lies below
    std::string tooltip{};
};

/// The marker's outline as closed shapes, or as strokes for cross and plus. Circles have none.
[[nodiscard]] std::vector<std::vector<Point>> marker_outline(Marker marker, Point centre, double radius);

/// What follows is cut off at the rectangle, until ClipEnd. Clips do not nest.
struct ClipBegin {
    Rect rect;
};
struct ClipEnd {};

using Primitive = std::variant<Polyline, Area, Box, Text, MarkerShape, ClipBegin, ClipEnd>;

/// Data to pixels and back, along one axis.
struct AxisMapping {
    double first = 0, last = 1;  ///< data
    double pixel_first = 0, pixel_last = 1;
    bool logarithmic = false;
    double least_positive = 1;  ///< logarithmic: zero is drawn one power of two below it
    /// From this value on the rest of the axis is pressed together behind this pixel.
    std::optional<double> pressed_from = {};
    double pixel_pressed = 0;

    [[nodiscard]] double to_pixel(double value) const;
    [[nodiscard]] double to_value(double pixel) const;

private:
    [[nodiscard]] double scaled(double value) const;
    [[nodiscard]] double unscaled(double position) const;
};

/// A point of a series as it was placed.
struct PlacedPoint {
    std::size_t series = 0, point = 0;  ///< indices into the chart
    Point at;                           ///< failed points lie at the foot of the plot
};

/// A chart laid out for one size: what to paint, in order, and where the data lies.
struct Drawing {
    Size size;
    Rect plot;
    std::optional<Rect> title;         ///< with the mark that says it opens a list, where the style has controls
    std::optional<Rect> y_scale_name;  ///< "log y" or "linear y"
    std::optional<Rect> more_values;   ///< "+3 more", where the legend has no room for all
    std::optional<Rect> message;       ///< the words that stand in place of curves
    AxisMapping x, y;
    std::vector<Primitive> primitives;
    std::vector<PlacedPoint> points;  ///< of the series that are shown, inside the plot

    /// The x value under a mouse position, limited to the axis.
    [[nodiscard]] double x_value_at(double pixel_x) const;
    /// For each series shown, its point nearest to that pixel column.
    [[nodiscard]] std::vector<PlacedPoint> nearest_in_each_series(double pixel_x) const;
    /// Where in the plot something that needs this room covers least of the lines, marks and words: in a corner, or in
    /// the middle of an edge. The upper right comes first.
    [[nodiscard]] Point freest_place(Size room) const;
    /// The point nearest to the mouse, where one lies within the distance.
    [[nodiscard]] std::optional<PlacedPoint> nearest(Point mouse, double within) const;
};

/// Adds the primitives of a part, moved so that its upper left corner lies at `at`. Not its points, plot and axes.
void append(Drawing& drawing, const Drawing& part, Point at);

}  // namespace spillway::charts
