#include "app/charts/layout_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spillway::charts::parts {
namespace {

/// The point at x, most likely the one at `guess`: the series of a chart are mostly over the same values.
std::optional<std::size_t> find_point(const Series& series, double x, std::size_t guess = 0)
{
    const auto& points = series.points;
    if (guess < points.size() && points[guess].x == x) return guess;
    const auto found = std::lower_bound(points.begin(), points.end(), x,
                                        [](const DataPoint& point, double value) { return point.x < value; });
    if (found == points.end() || found->x != x) return std::nullopt;
    return static_cast<std::size_t>(found - points.begin());
}

/// A trace whose line may lie on another's.
struct Companion {
    std::size_t trace = 0;  ///< its index
    std::size_t next = 0;   ///< its point that is looked at next, most likely
};

/// Those of the trace, itself included, ascending.
std::vector<Companion> companions_of(const std::vector<Trace>& traces, std::size_t self)
{
    const Series& series = *traces[self].series;
    std::vector<Companion> companions;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const Series& other = *traces[i].series;
        const bool is_alike = !series.is_ghost && !other.is_ghost && other.stepped == series.stepped;
        if (i == self || is_alike) companions.push_back({i, 0});
    }
    return companions;
}

/// Whether `other` has the same segment, as far as an eye can tell.
bool coincides(const Trace& trace, std::size_t from, const Trace& other, std::size_t& next, double tolerance)
{
    const Point &first = *trace.pixels[from], &last = *trace.pixels[from + 1];
    const bool is_next = next < other.pixels.size() && other.pixels[next] && other.pixels[next]->x == first.x;
    const auto begin = is_next ? std::optional(next) : find_point(*other.series, trace.series->points[from].x);
    if (!begin || *begin + 1 >= other.pixels.size()) return false;
    next = *begin + 1;
    const auto &a = other.pixels[*begin], &b = other.pixels[*begin + 1];
    return a && b && b->x == last.x && std::abs(a->y - first.y) < tolerance && std::abs(b->y - last.y) < tolerance;
}

double length_of(const std::vector<Point>& line)
{
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i)
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    return length;
}

std::vector<double> dash_pattern(Dash dash, double width)
{
    switch (dash) {
        case Dash::solid:
            return {};
        case Dash::dashed:
            return {4.5 * width, 2.5 * width};
        case Dash::dotted:
            return {1.4 * width, 1.8 * width};
        case Dash::dash_dot:
            return {5 * width, 2 * width, 1.4 * width, 2 * width};
    }
    return {};
}

/// A curve over lengths of which only some collide, say: joined, its points would be a hatching.
bool is_ragged(const Sheet& sheet, const Trace& trace)
{
    constexpr int least_turns = 16;
    const double least_height = sheet.px(8);
    int turns = 0, threes = 0;
    for (std::size_t i = 2; i < trace.pixels.size(); ++i) {
        const auto &a = trace.pixels[i - 2], &b = trace.pixels[i - 1], &c = trace.pixels[i];
        if (!a || !b || !c) continue;
        ++threes;
        const double before = b->y - a->y, after = c->y - b->y;
        turns += before * after < 0 && std::min(std::abs(before), std::abs(after)) > least_height;
    }
    return !trace.series->stepped && !trace.series->is_ghost && turns >= least_turns && 2 * turns > threes;
}

constexpr double ghost_opacity = 0.45;

double line_width(const Sheet& sheet, const Series& series)
{
    const double width = sheet.style.line_width;
    // The window draws whole pixels: the focused line is wider there too.
    if (series.focused && !series.is_ghost && !series.is_secondary) return std::max(1.25 * width, width + 1);
    return width * (series.is_ghost ? 0.6 : series.is_secondary ? 0.7 : 1);
}

/// Lines that lie on each other take turns: each paints its share of a common dash pattern, so that
/// every colour of the group shows.
void share_pattern(Polyline& line, const Sheet& sheet, std::size_t rank, std::size_t members)
{
    const double whole = length_of(line.points), count = static_cast<double>(members);
    double turn = sheet.px(9);
    if (whole < 3 * turn * count) turn = std::max(sheet.px(2.5), std::floor(whole / (3 * count)));
    line.dash = {turn, (count - 1) * turn};
    line.dash_offset = rank == 0 ? 0 : (count - static_cast<double>(rank)) * turn;
}

/// Neighbouring points of one series, drawn as one piece of line.
struct Run {
    std::size_t first = 0, last = 0;  ///< indices into the trace; the same: there is none
    std::vector<std::size_t> group;   ///< traces that coincide on all of it, this one included, ascending
};

void add_run(Sheet& sheet, const std::vector<Trace>& traces, std::size_t self, const Run& run)
{
    if (run.first == run.last) return;
    const Trace& trace = traces[self];
    const Series& series = *trace.series;
    Polyline line;
    line.points.reserve((series.stepped ? 2 : 1) * (run.last - run.first) + 1);
    for (std::size_t i = run.first; i <= run.last; ++i) append_step(line.points, series, *trace.pixels[i]);
    line.width = line_width(sheet, series);
    line.colour = {ColourRole::series, series.palette_index, series.is_ghost ? ghost_opacity : 1};
    line.dash = dash_pattern(series.dash, line.width);
    if (run.group.size() > 1) {
        const auto rank = std::find(run.group.begin(), run.group.end(), self) - run.group.begin();
        share_pattern(line, sheet, static_cast<std::size_t>(rank), run.group.size());
    }
    sheet.add(std::move(line));
}

/// A line in pieces: it ends where a point is missing, and another begins where others join or leave it.
void add_runs(Sheet& sheet, const std::vector<Trace>& traces, std::size_t self)
{
    const Trace& trace = traces[self];
    const double tolerance = sheet.style.line_width * 1.2;
    std::vector<Companion> companions = companions_of(traces, self);
    std::vector<std::size_t> group;
    Run run;
    for (std::size_t i = 0; i + 1 < trace.pixels.size(); ++i) {
        if (!trace.pixels[i] || !trace.pixels[i + 1]) continue;
        group.clear();
        for (auto& [other, next] : companions)
            if (other == self || coincides(trace, i, traces[other], next, tolerance)) group.push_back(other);
        if (run.last != i || run.group != group) {
            add_run(sheet, traces, self, run);
            run.first = i;
            run.group.swap(group);
        }
        run.last = i + 1;
    }
    add_run(sheet, traces, self, run);
}

/// Painting order: ghosts, companions, then the variants, the focused one on top.
std::vector<std::size_t> painting_order(const std::vector<Trace>& traces)
{
    std::vector<std::size_t> order(traces.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto weight = [&](std::size_t i) {
        const Series& series = *traces[i].series;
        return series.is_ghost ? 0 : series.is_secondary ? 1 : series.focused ? 3 : 2;
    };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return weight(a) < weight(b); });
    return order;
}

Rect clip_around(const Sheet& sheet)
{
    Rect clip = sheet.drawing.plot.grown(sheet.px(1));
    clip.bottom += sheet.style.line_width;
    return clip;
}

/// Whether a line would leave the plot: only then is it cut off there, since each cut is a drawing call of its own.
bool leaves_plot(const Sheet& sheet, const std::vector<Trace>& traces)
{
    const Rect clip = clip_around(sheet);
    const auto is_outside = [&](const std::optional<Point>& at) { return at && !clip.contains(*at); };
    return std::any_of(traces.begin(), traces.end(), [&](const Trace& trace) {
        return std::any_of(trace.pixels.begin(), trace.pixels.end(), is_outside);
    });
}

/// How many of the series painted before lie on the same spot: those markers get smaller, so that
/// all are seen.
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

/// Whether the ghost's own series has its answer there by now.
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
        sheet.add(MarkerShape{
            at, trace.series->marker, radius, {ColourRole::series, trace.series->palette_index, 1}, stale, true, ""});
    }
}

/// Markers along one series, spaced out unless there is no line to follow; where points are few and lines coincide,
/// they take turns.
void add_series_markers(Sheet& sheet, const std::vector<Trace>& traces, std::size_t self)
{
    const Trace& trace = traces[self];
    const double spacing = sheet.px(trace.is_ragged ? 0 : 30), tolerance = sheet.style.line_width * 1.2;
    const double share = spacing / static_cast<double>(std::max<std::size_t>(traces.size(), 1));
    double next = sheet.drawing.plot.left + share * static_cast<double>(self) - 1;
    // The cursor's own marker needs room around it.
    const auto is_near_cursor = [&](double x) {
        return sheet.chart.cursor && std::abs(sheet.drawing.x.to_pixel(*sheet.chart.cursor) - x) < 0.6 * spacing;
    };
    for (std::size_t i = 0; i < trace.pixels.size(); ++i) {
        if (!trace.pixels[i] || !sheet.drawing.plot.grown(1).contains(*trace.pixels[i])) continue;
        const bool has_left = i > 0 && trace.pixels[i - 1],
                   has_right = i + 1 < trace.pixels.size() && trace.pixels[i + 1];
        const bool alone = !has_left && !has_right;
        if (!alone && (trace.pixels[i]->x < next || is_near_cursor(trace.pixels[i]->x))) continue;
        next = trace.pixels[i]->x + spacing;
        std::size_t rank = 0, members = 1;
        for (std::size_t other = 0; other < traces.size() && !alone; ++other) {
            const auto index =
                other == self ? std::nullopt : find_point(*traces[other].series, trace.series->points[i].x, i);
            if (!index || !traces[other].pixels[*index]) continue;
            if (std::abs(traces[other].pixels[*index]->y - trace.pixels[i]->y) > tolerance) continue;
            ++members;
            if (other < self) ++rank;
        }
        // What goes up and down lies on another at every second point.
        const std::size_t turn = trace.is_ragged ? i / 2 : i;
        if (turn % members != rank) continue;
        const double radius = sheet.style.marker_radius * (trace.series->is_secondary || trace.is_ragged ? 0.7 : 1);
        sheet.add(MarkerShape{*trace.pixels[i],
                              trace.series->marker,
                              radius,
                              {ColourRole::series, trace.series->palette_index, 1},
                              false,
                              false,
                              ""});
    }
}

/// Crosses at the foot of the plot, one row per series, no denser than they can be told apart.
void add_failure_crosses(Sheet& sheet, const std::vector<Trace>& traces)
{
    const double radius = sheet.style.marker_radius * 0.95;
    double foot = sheet.drawing.plot.bottom - 1.6 * radius;
    for (const Trace& trace : traces) {
        double next = -std::numeric_limits<double>::infinity();
        bool any = false;
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
            any = true;
        }
        if (any) foot = std::max(foot - 3 * radius, sheet.drawing.plot.top + radius);
    }
}

}  // namespace

void append_step(std::vector<Point>& line, const Series& series, Point to)
{
    // A value holds until the next point that was computed.
    if (series.stepped && !line.empty() && line.back().y != to.y) line.push_back({to.x, line.back().y});
    const bool is_level = line.size() >= 2 && line[line.size() - 2].y == to.y && line.back().y == to.y;
    if (is_level)
        line.back() = to;
    else
        line.push_back(to);
}

std::vector<Trace> trace_series(Sheet& sheet)
{
    std::vector<Trace> traces;
    Drawing& drawing = sheet.drawing;
    for (std::size_t s = 0; s < sheet.chart.series.size(); ++s) {
        const Series& series = sheet.chart.series[s];
        if (series.hidden || !sheet.chart.empty_message.empty()) continue;
        Trace trace{&series, s, {}};
        for (std::size_t p = 0; p < series.points.size(); ++p) {
            const DataPoint& point = series.points[p];
            const bool failed = point.look == PointLook::failed;
            std::optional<Point> at;
            if (point.y && !failed && std::isfinite(*point.y))
                at = Point{drawing.x.to_pixel(point.x), drawing.y.to_pixel(*point.y)};
            trace.pixels.push_back(at);
            const Point placed = at.value_or(Point{drawing.x.to_pixel(point.x), drawing.plot.bottom});
            if ((at || failed) && drawing.plot.grown(1).contains(placed)) drawing.points.push_back({s, p, placed});
        }
        trace.is_ragged = is_ragged(sheet, trace);
        traces.push_back(std::move(trace));
    }
    return traces;
}

void add_spreads(Sheet& sheet, const std::vector<Trace>& traces)
{
    sheet.add(ClipBegin{clip_around(sheet)});
    for (const Trace& trace : traces) {
        Area area;
        const auto flush = [&] {
            if (area.upper.size() > 1) sheet.add(area);
            area = {};
            area.colour = {ColourRole::series, trace.series->palette_index, 0.18};
        };
        flush();
        for (std::size_t i = 0; i < trace.pixels.size(); ++i) {
            const DataPoint& point = trace.series->points[i];
            if (!trace.pixels[i] || !point.low || !point.high) {
                flush();
                continue;
            }
            area.upper.push_back({trace.pixels[i]->x, sheet.drawing.y.to_pixel(*point.high)});
            area.lower.push_back({trace.pixels[i]->x, sheet.drawing.y.to_pixel(*point.low)});
        }
        flush();
    }
    sheet.add(ClipEnd{});
}

void add_lines(Sheet& sheet, const std::vector<Trace>& traces)
{
    const bool is_cut = leaves_plot(sheet, traces);
    if (is_cut) sheet.add(ClipBegin{clip_around(sheet)});
    for (const std::size_t self : painting_order(traces))
        if (!traces[self].is_ragged) add_runs(sheet, traces, self);
    if (is_cut) sheet.add(ClipEnd{});
}

void add_cursor_line(Sheet& sheet)
{
    if (!sheet.chart.cursor) return;
    const Rect& plot = sheet.drawing.plot;
    const double x = sheet.drawing.x.to_pixel(*sheet.chart.cursor);
    if (x < plot.left - 0.5 || x > plot.right + 0.5) return;
    sheet.add(Polyline{
        {{x, plot.top}, {x, plot.bottom + sheet.px(5)}}, sheet.px(1.4), {}, 0, {ColourRole::cursor, 0, 0.9}, ""});
}

void add_markers(Sheet& sheet, const std::vector<Trace>& traces)
{
    for (const std::size_t self : painting_order(traces))
        if (!traces[self].series->is_ghost) add_series_markers(sheet, traces, self);
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
