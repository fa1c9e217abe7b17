#include "app/charts/layout_lines.h"

#include <algorithm>
#include <cmath>

namespace spillway::charts::parts {
namespace {

/// A trace whose line may coincide with another one's.
struct Compared {
    std::size_t trace = 0;  ///< index of the trace
    std::size_t next = 0;   ///< point to try first
};

/// Traces whose lines may coincide with this one's; itself included, ascending.
std::vector<Compared> traces_to_compare(const std::vector<Trace>& traces, std::size_t self)
{
    const Series& series = *traces[self].series;
    std::vector<Compared> compared;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const Series& other = *traces[i].series;
        const bool is_alike = !series.is_ghost && !other.is_ghost && other.stepped == series.stepped;
        if (i == self || is_alike) compared.push_back({i, 0});
    }
    return compared;
}

/// True if the segment after point `from` looks the same in `other`. `next`: point of `other` to try first; advanced.
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
        case Dash::solid: return {};
        case Dash::dashed: return {4.5 * width, 2.5 * width};
        case Dash::dotted: return {1.4 * width, 1.8 * width};
        case Dash::dash_dot: return {5 * width, 2 * width, 1.4 * width, 2 * width};
    }
    return {};
}

constexpr double ghost_opacity = 0.45;

double line_opacity(const Series& series)
{
    return series.is_dim ? dim_opacity : series.is_ghost ? ghost_opacity : 1;
}

double line_width(const Sheet& sheet, const Series& series)
{
    const double width = sheet.style.line_width;
    // The window draws whole pixels; make the focused line at least one pixel wider.
    if (series.focused && !series.is_ghost && !series.is_secondary) return std::max(1.25 * width, width + 1);
    return width * (series.is_ghost ? 0.6 : series.is_secondary ? 0.7 : 1);
}

/// Coinciding lines share a dash pattern: each draws its part, so that every colour of the group is visible.
void share_pattern(Polyline& line, const Sheet& sheet, std::size_t rank, std::size_t members)
{
    const double whole = length_of(line.points), count = static_cast<double>(members);
    double turn = sheet.px(9);
    if (whole < 3 * turn * count) turn = std::max(sheet.px(2.5), std::floor(whole / (3 * count)));
    line.dash = {turn, (count - 1) * turn};
    line.dash_offset = rank == 0 ? 0 : (count - static_cast<double>(rank)) * turn;
}

/// Adjacent points of a series, drawn as one line.
struct Run {
    std::size_t first = 0, last = 0;  ///< indices into the trace; equal: no line
    std::vector<std::size_t> group;   ///< traces that coincide with the whole run, this one included, ascending
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
    line.colour = {ColourRole::series, series.palette_index, line_opacity(series)};
    line.dash = dash_pattern(series.dash, line.width);
    if (run.group.size() > 1) {
        const auto rank = std::find(run.group.begin(), run.group.end(), self) - run.group.begin();
        share_pattern(line, sheet, static_cast<std::size_t>(rank), run.group.size());
    }
    sheet.add(std::move(line));
}

/// Draws a line in pieces. A piece ends at a missing point, and where other lines join or leave it.
void add_runs(Sheet& sheet, const std::vector<Trace>& traces, std::size_t self)
{
    const Trace& trace = traces[self];
    const double tolerance = sheet.style.line_width * 1.2;
    std::vector<Compared> compared = traces_to_compare(traces, self);
    std::vector<std::size_t> group;
    Run run;
    for (std::size_t i = 0; i + 1 < trace.pixels.size(); ++i) {
        if (!trace.pixels[i] || !trace.pixels[i + 1]) continue;
        group.clear();
        for (auto& [other, next] : compared)
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

Rect clip_around(const Sheet& sheet)
{
    Rect clip = sheet.drawing.plot.grown(sheet.px(1));
    clip.bottom += sheet.style.line_width;
    return clip;
}

/// True if a line would leave the plot. Clip only then, because each clip is a separate draw call.
bool leaves_plot(const Sheet& sheet, const std::vector<Trace>& traces)
{
    const Rect clip = clip_around(sheet);
    const auto is_outside = [&](const std::optional<Point>& at) { return at && !clip.contains(*at); };
    return std::any_of(traces.begin(), traces.end(), [&](const Trace& trace) {
        return std::any_of(trace.pixels.begin(), trace.pixels.end(), is_outside);
    });
}

}  // namespace

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

}  // namespace spillway::charts::parts
