#include "app/charts/layout_series.h"

#include <algorithm>
#include <cmath>

namespace spillway::charts::parts {
namespace {

/// True if the line would zigzag so densely that it looks hatched, e.g. over strides of which only some cause bank
/// conflicts.
bool is_ragged(const Sheet& sheet, const Trace& trace)
{
    constexpr int least_turns = 16;
    const double least_height = sheet.px(8);
    int turns = 0, triples = 0;
    for (std::size_t i = 2; i < trace.pixels.size(); ++i) {
        const auto &a = trace.pixels[i - 2], &b = trace.pixels[i - 1], &c = trace.pixels[i];
        if (!a || !b || !c) continue;
        ++triples;
        const double before = b->y - a->y, after = c->y - b->y;
        turns += before * after < 0 && std::min(std::abs(before), std::abs(after)) > least_height;
    }
    return !trace.series->stepped && !trace.series->is_ghost && turns >= least_turns && 2 * turns > triples;
}

/// True if dropping the point between changes nothing visible, however many are dropped in a row.
bool is_straight(const Point& from, const Point& between, const Point& to)
{
    constexpr double invisible = 1e-6;  // pixels
    if (from.x >= to.x) return false;
    const double along = (between.x - from.x) / (to.x - from.x);
    return std::abs(from.y + along * (to.y - from.y) - between.y) < invisible;
}

}  // namespace

std::optional<std::size_t> find_point(const Series& series, double x, std::size_t guess)
{
    const auto& points = series.points;
    if (guess < points.size() && points[guess].x == x) return guess;
    const auto found = std::lower_bound(points.begin(), points.end(), x,
                                        [](const DataPoint& point, double value) { return point.x < value; });
    if (found == points.end() || found->x != x) return std::nullopt;
    return static_cast<std::size_t>(found - points.begin());
}

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

void append_step(std::vector<Point>& line, const Series& series, Point to)
{
    // Stepped: a value holds until the next computed point.
    if (series.stepped && !line.empty() && line.back().y != to.y) line.push_back({to.x, line.back().y});
    if (line.size() >= 2 && is_straight(line[line.size() - 2], line.back(), to))
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

}  // namespace spillway::charts::parts
