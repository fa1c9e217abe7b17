#include "app/charts/layout_markers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/charts/layout_shading.h"

namespace spillway::charts::parts {
namespace {

Colour colour_of(const Series& series)
{
    return {ColourRole::series, series.palette_index, series.is_dim ? dim_opacity : 1};
}

/// A marker position, with the number of markers painted over the first one. Later markers are smaller, so that all
/// stay visible.
struct Spot {
    Point at;
    int count = 0;
};
int layers_below(std::vector<Spot>& spots, Point at, double tolerance)
{
    for (Spot& spot : spots)
        if (std::abs(spot.at.x - at.x) < tolerance && std::abs(spot.at.y - at.y) < tolerance) return ++spot.count;
    spots.push_back({at, 0});
    return 0;
}

/// True if the ghost's variant has a result at the cursor.
bool has_point_at_cursor(const std::vector<Trace>& traces, const Series& ghost, double cursor)
{
    return std::any_of(traces.begin(), traces.end(), [&](const Trace& trace) {
        if (trace.series->is_ghost || trace.series->is_secondary || trace.series->key != ghost.key) return false;
        const auto index = find_point(*trace.series, cursor);
        return index && trace.pixels[*index];
    });
}

void add_cursor_markers(Sheet& sheet, const std::vector<Trace>& traces)
{
    if (!sheet.chart.cursor) return;
    std::vector<Spot> spots;
    for (const std::size_t i : painting_order(traces)) {
        const Trace& trace = traces[i];
        const auto index = find_point(*trace.series, *sheet.chart.cursor);
        if (!index || !trace.pixels[*index] || !sheet.drawing.plot.grown(1).contains(*trace.pixels[*index])) continue;
        const Point at = *trace.pixels[*index];
        const bool stale = trace.series->is_ghost;
        if (stale && has_point_at_cursor(traces, *trace.series, *sheet.chart.cursor)) continue;
        const int below = layers_below(spots, at, sheet.style.marker_radius * 1.2);
        const double radius =
            sheet.style.marker_radius * (trace.series->is_secondary ? 0.9 : 1.55) * std::pow(0.6, below);
        sheet.add(MarkerShape{at, trace.series->marker, radius, colour_of(*trace.series), stale, true, ""});
    }
}

/// Spaces markers along a series: one per slot of the axis. Slots do not depend on the cursor; otherwise markers would
/// crawl along the curve in a drag.
class Slots {
public:
    /// Staggers the slots of different series.
    Slots(const Sheet& sheet, const Trace& trace, std::size_t self, std::size_t count)
        : width_(trace.is_ragged ? 0 : sheet.px(30)),
          start_(sheet.drawing.plot.left + width_ * static_cast<double>(self) / static_cast<double>(count) - 1),
          is_sparse_(width_ * static_cast<double>(trace.pixels.size()) < sheet.drawing.plot.width()),
          is_ragged_(trace.is_ragged)
    {
    }

    /// True if point `i` is the first of its slot.
    bool take(double x, std::size_t i)
    {
        const double slot = width_ > 0 ? std::floor((x - start_) / width_) : static_cast<double>(i);
        if (slot <= slot_) return false;
        slot_ = slot;
        return true;
    }
    /// Counter by which coinciding series take turns. A ragged series meets another one at every second point.
    [[nodiscard]] std::size_t turn(std::size_t i) const
    {
        if (is_ragged_) return i / 2;
        return is_sparse_ ? i : static_cast<std::size_t>(std::max(slot_, 0.0));
    }
    [[nodiscard]] double width() const { return width_; }

private:
    double width_, start_, slot_ = -1;
    bool is_sparse_, is_ragged_;
};

/// Number of series that coincide at point `i`, and this one's rank among them.
struct Shared {
    std::size_t rank = 0, members = 1;
};
Shared shared_at(const Sheet& sheet, const std::vector<Trace>& traces, std::size_t self, std::size_t i)
{
    const Trace& trace = traces[self];
    const double tolerance = sheet.style.line_width * 1.2;
    Shared shared;
    for (std::size_t other = 0; other < traces.size(); ++other) {
        if (other == self) continue;
        const auto index = find_point(*traces[other].series, trace.series->points[i].x, i);
        if (!index || !traces[other].pixels[*index]) continue;
        if (std::abs(traces[other].pixels[*index]->y - trace.pixels[i]->y) > tolerance) continue;
        ++shared.members;
        if (other < self) ++shared.rank;
    }
    return shared;
}

/// Adds markers along a series: spaced out along a line, on every point without one. Coinciding lines take turns.
/// Coinciding points without lines get smaller markers one by one, as at the cursor.
void add_series_markers(Sheet& sheet, const std::vector<Trace>& traces, std::size_t self, std::vector<Spot>& lone)
{
    const Trace& trace = traces[self];
    Slots slots(sheet, trace, self, traces.size());
    // Keep the space around the cursor's own marker free.
    const auto is_near_cursor = [&](double x) {
        return sheet.chart.cursor && std::abs(sheet.drawing.x.to_pixel(*sheet.chart.cursor) - x) < 0.6 * slots.width();
    };
    for (std::size_t i = 0; i < trace.pixels.size(); ++i) {
        if (!trace.pixels[i] || !sheet.drawing.plot.grown(1).contains(*trace.pixels[i])) continue;
        const bool has_left = i > 0 && trace.pixels[i - 1],
                   has_right = i + 1 < trace.pixels.size() && trace.pixels[i + 1];
        const bool alone = !has_left && !has_right;
        if (!slots.take(trace.pixels[i]->x, i) && !alone) continue;
        if (is_near_cursor(trace.pixels[i]->x) && (!alone || *sheet.chart.cursor == trace.series->points[i].x))
            continue;
        const Shared shared = alone ? Shared{} : shared_at(sheet, traces, self, i);
        if (slots.turn(i) % shared.members != shared.rank) continue;
        double radius = sheet.style.marker_radius * (trace.series->is_secondary || trace.is_ragged ? 0.7 : 1);
        if (alone && !trace.is_ragged)
            radius *= 1.15 * std::pow(0.65, layers_below(lone, *trace.pixels[i], sheet.style.marker_radius * 0.8));
        sheet.add(
            MarkerShape{*trace.pixels[i], trace.series->marker, radius, colour_of(*trace.series), false, false, ""});
    }
}

/// Adds large markers, the focused one largest. At the same position each later one is smaller, so that all are
/// visible.
void add_spots(Sheet& sheet, const std::vector<Trace>& traces)
{
    std::vector<Spot> spots;
    for (const std::size_t i : painting_order(traces)) {
        const Series& series = *traces[i].series;
        for (const std::optional<Point>& at : traces[i].pixels) {
            if (!series.is_spot || !at || !sheet.drawing.plot.grown(1).contains(*at)) continue;
            const int below = layers_below(spots, *at, sheet.style.marker_radius * 1.2);
            const double radius = sheet.style.marker_radius * (series.focused ? 2.0 : 1.7) * std::pow(0.65, below);
            sheet.add(MarkerShape{
                *at, series.marker, radius, {ColourRole::series, series.palette_index, 1}, false, true, ""});
        }
    }
}

/// Adds crosses at the bottom of the plot, one row per series, spaced so that they can be told apart.
void add_failure_crosses(Sheet& sheet, const std::vector<Trace>& traces)
{
    const double radius = cross_radius(sheet);
    for (const Trace& trace : traces) {
        double next = -std::numeric_limits<double>::infinity();
        const double foot = cross_row(sheet, trace.series->key);
        for (const DataPoint& point : trace.series->points) {
            const double x = sheet.drawing.x.to_pixel(point.x);
            if (point.look != PointLook::failed || x < next || x < sheet.drawing.plot.left - 1 ||
                x > sheet.drawing.plot.right + 1)
                continue;
            sheet.add(MarkerShape{{x, foot},
                                  Marker::cross,
                                  radius,
                                  {ColourRole::series, trace.series->palette_index, 1},
                                  false,
                                  false,
                                  ""});
            next = x + 4 * radius;
        }
    }
}

}  // namespace

void add_markers(Sheet& sheet, const std::vector<Trace>& traces)
{
    std::vector<Spot> lone;
    for (const std::size_t self : painting_order(traces))
        if (!traces[self].series->is_ghost && !traces[self].series->is_spot)
            add_series_markers(sheet, traces, self, lone);
    add_spots(sheet, traces);
    add_failure_crosses(sheet, traces);
    add_cursor_markers(sheet, traces);
}

void add_tooltip_targets(Sheet& sheet)
{
    const std::vector<PlacedPoint> points = sheet.drawing.points;
    for (const PlacedPoint& placed : points) {
        const Series& series = sheet.chart.series[placed.series];
        const std::string& note = series.points[placed.point].note;
        if (note.empty()) continue;
        sheet.add(MarkerShape{placed.at,
                              Marker::circle,
                              sheet.style.marker_radius * 1.5,
                              {ColourRole::series, series.palette_index, 0},
                              false,
                              false,
                              note});
    }
}

}  // namespace spillway::charts::parts
