// Lines and markers along a series.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/charts/laid_out.h"
#include "tests/charts/made_up_charts.h"

namespace spillway::charts {
namespace {

using test::all;
using test::lay_out;

TEST(Layout, AStraightStretchIsOnePieceOfLineAndEndsWhereItsPointsEnd)
{
    Chart chart = test::made_up_throughput();
    chart.series = {test::series_of("a", 0)};
    test::fill(chart.series[0], 1, 64, 1, [](int x) {
        return x <= 20 ? 1000.0 : x <= 40 ? 1000.0 + 3 * (x - 20) : 1060.0 + 0.4 * (x - 40) * (x - 40);
    });
    const Drawing drawing = lay_out(chart);
    std::vector<Polyline> lines = all<Polyline>(drawing);
    std::erase_if(lines, [](const Polyline& line) { return line.colour.role != ColourRole::series; });
    ASSERT_EQ(lines.size(), 1u);
    const std::vector<Point>& points = lines.front().points;
    ASSERT_EQ(points.size(), 3u + 24u) << "the ends of what is straight, and each point of what is not";
    EXPECT_DOUBLE_EQ(points[0].x, drawing.x.to_pixel(1));
    EXPECT_DOUBLE_EQ(points[1].x, drawing.x.to_pixel(20));
    EXPECT_DOUBLE_EQ(points[2].x, drawing.x.to_pixel(40));
    EXPECT_DOUBLE_EQ(points[3].x, drawing.x.to_pixel(41));
}

/// Three series, two of them on each other, over every second value and the one under the cursor.
Chart chart_in_a_drag(double cursor)
{
    Chart chart = test::made_up_throughput();
    chart.cursor = cursor;
    chart.series = {test::series_of("a", 0), test::series_of("b", 1), test::series_of("c", 2)};
    for (Series& series : chart.series) {
        const double slope = series.key == "c" ? 4 : 9;
        for (int x = 1; x <= 64; ++x) {
            if (x % 2 == 0 && x != cursor) continue;
            DataPoint& point = series.points.emplace_back();
            point.x = x;
            point.y = 1000 + slope * x;
        }
    }
    return chart;
}

TEST(Layout, WhatIsAwayFromTheCursorStaysWhereItIsInADrag)
{
    struct Kept {
        std::vector<std::pair<double, double>> markers;
        std::vector<std::size_t> points_of_lines;
        bool operator==(const Kept&) const = default;
    };
    const auto kept_beyond = [](double cursor, double x) {
        const Drawing drawing = lay_out(chart_in_a_drag(cursor));
        Kept kept;
        for (const MarkerShape& marker : all<MarkerShape>(drawing))
            if (!marker.halo && drawing.plot.contains(marker.centre) && marker.centre.x > drawing.x.to_pixel(x))
                kept.markers.emplace_back(marker.centre.x, marker.centre.y);
        for (const Polyline& line : all<Polyline>(drawing))
            if (line.colour.role == ColourRole::series) kept.points_of_lines.push_back(line.points.size());
        return kept;
    };
    const Kept before = kept_beyond(20, 30);
    EXPECT_GT(before.markers.size(), 5u);
    for (const double cursor : {21.0, 22.0, 23.0, 24.0}) EXPECT_EQ(kept_beyond(cursor, 30), before) << cursor;
}

}  // namespace
}  // namespace spillway::charts
