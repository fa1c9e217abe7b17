#include "app/charts/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "app/charts/label_placer.h"
#include "tests/charts/laid_out.h"
#include "tests/charts/made_up_charts.h"

namespace spillway::charts {
namespace {

using test::all;
using test::lay_out;
using test::says;

std::vector<Chart> all_charts()
{
    return {test::made_up_throughput(),   test::made_up_wide_range(), test::made_up_occupancy(),
            test::made_up_local_memory(), test::made_up_choices(),    test::made_up_empty()};
}

void expect_sound(const Drawing& drawing, const std::string& what)
{
    const Rect page{-0.5, -0.5, drawing.size.width + 0.5, drawing.size.height + 0.5};
    const std::vector<Text> texts = all<Text>(drawing);
    EXPECT_GE(texts.size(), drawing.size.width < 200 ? 0u : 3u) << what << ": nothing left";
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_TRUE(page.contains(texts[i].box)) << what << ": \"" << texts[i].text << "\" sticks out";
        for (std::size_t k = i + 1; k < texts.size(); ++k)
            EXPECT_FALSE(texts[i].box.grown(-0.5).overlaps(texts[k].box.grown(-0.5)))
                << what << ": \"" << texts[i].text << "\" lies on \"" << texts[k].text << "\"";
    }
    for (const MarkerShape& marker : all<MarkerShape>(drawing)) EXPECT_TRUE(page.contains(marker.centre)) << what;
    int depth = 0;
    for (const Primitive& primitive : drawing.primitives) {
        if (std::holds_alternative<ClipBegin>(primitive)) ++depth;
        if (std::holds_alternative<ClipEnd>(primitive)) --depth;
        EXPECT_TRUE(depth == 0 || depth == 1) << what;
    }
    EXPECT_EQ(depth, 0) << what;
    EXPECT_GT(drawing.plot.height(), 0) << what;
}

TEST(Layout, NoTextOverlapsOrSticksOutAtAnySize)
{
    for (const Chart& chart : all_charts())
        for (const ChartStyle& style :
             {ChartStyle{}, ChartStyle::document(), ChartStyle::present(), ChartStyle{.controls = true}})
            for (const Size size : {Size{220, 160}, {260, 200}, {320, 240}, {420, 300}, {600, 260}, {840, 600}})
                expect_sound(lay_out(chart, size, style),
                             chart.title + " " + std::to_string(int(size.width)) + " x" + std::to_string(style.scale));
}

TEST(Layout, WhatStandsInPlaceOfCurvesHasAShorterFormWhereItWouldBeCut)
{
    Chart chart = test::made_up_empty();
    chart.empty_message = "The lesson asks this. Answer or skip its question to see it.";
    chart.shorter_empty_message = "Asked.";
    const Drawing large = lay_out(chart, {600, 260}), small = lay_out(chart, {120, 110});
    EXPECT_TRUE(says(large, "The lesson asks"));
    EXPECT_FALSE(says(large, "Asked."));
    ASSERT_TRUE(large.message);
    EXPECT_TRUE(large.plot.contains(Point{large.message->left, large.message->bottom}));
    EXPECT_TRUE(says(small, "Asked."));
    EXPECT_FALSE(says(small, "The lesson"));
}

TEST(Layout, NoTextOverlapsWhereverTheCursorStands)
{
    for (Chart chart : {test::made_up_occupancy(), test::made_up_local_memory()})
        for (int x = 1; x <= 64; ++x) {
            chart.cursor = x;
            chart.cursor_label = std::to_string(x);
            const Drawing drawing = lay_out(chart);
            expect_sound(drawing, chart.title + " at " + std::to_string(x));
            const double line = drawing.x.to_pixel(x);
            for (const Text& text : all<Text>(drawing))
                if (drawing.plot.contains(text.box)) {
                    EXPECT_FALSE(text.box.left < line && line < text.box.right)
                        << "cursor at " << x << " runs through \"" << text.text << "\"";
                }
        }
}

TEST(Layout, ANameBesideTheCursorsMovesAsideInsteadOfVanishing)
{
    Chart chart = test::made_up_choices();
    for (std::size_t i = 0; i < chart.x.names.size(); ++i) {
        chart.cursor = static_cast<double>(i);
        chart.cursor_label = chart.x.names[i].second;
        const Drawing drawing = lay_out(chart, {255, 200});
        expect_sound(drawing, chart.cursor_label);
        for (const auto& [at, name] : chart.x.names)
            EXPECT_TRUE(says(drawing, name)) << name << ", with the cursor at " << chart.cursor_label;
    }
}

/// Two flat companions, one close above the other: each name stands beside its own line.
TEST(Layout, TheUpperOfTwoCompanionsHasTheUpperName)
{
    Chart chart = test::made_up_local_memory();
    Series frame = chart.series.front();
    for (DataPoint& point : frame.points) point.y = 728;
    Series lower = frame, upper = frame;
    lower.is_secondary = upper.is_secondary = true;
    lower.label = "spill stores";
    upper.label = "spill loads";
    for (DataPoint& point : lower.points) point.y = 1216;
    for (DataPoint& point : upper.points) point.y = 1340;
    chart.series = {frame, lower, upper};
    chart.cliffs.clear();
    chart.y.first = 0;
    chart.y.last = 2048;
    for (const Size size : {Size{320, 220}, {600, 260}, {840, 600}}) {
        const Drawing drawing = lay_out(chart, size);
        std::map<std::string, double> top;
        for (const Text& text : all<Text>(drawing)) top[text.text] = text.box.top;
        ASSERT_TRUE(top.contains("spill stores") && top.contains("spill loads")) << size.width;
        EXPECT_LT(top["spill loads"], top["spill stores"]) << size.width;
    }
}

TEST(Layout, SurvivesSillyInput)
{
    Chart chart;
    expect_sound(lay_out(chart), "empty");
    for (const Size size : {Size{0, 0}, {1, 1}, {30, 20}, {120, 80}}) (void)lay_out(test::made_up_occupancy(), size);
    chart = test::made_up_throughput();
    chart.x.first = chart.x.last = 5;
    chart.y.last = 0;
    chart.series[0].points[3].y = std::nan("");
    chart.series[0].points[4].y = INFINITY;
    chart.title = chart.subtitle = chart.x.label = std::string(500, 'W');
    chart.cliffs = {{5, std::string(900, 'x'), ""}};
    expect_sound(lay_out(chart), "silly");
}

TEST(Layout, SaysWhatIsThere)
{
    const Drawing occupancy = lay_out(test::made_up_occupancy(), {840, 600});
    EXPECT_TRUE(says(occupancy, "Theoretical occupancy"));
    EXPECT_TRUE(says(occupancy, "75 %"));
    EXPECT_TRUE(says(occupancy, "33 registers"));
    const Drawing memory = lay_out(test::made_up_local_memory(), {840, 600});
    EXPECT_TRUE(says(memory, "first spill: 8 bytes"));
    EXPECT_TRUE(says(memory, "does not compile from here"));
    EXPECT_TRUE(says(memory, "spill stores"));
    EXPECT_TRUE(says(memory, "128"));
    EXPECT_TRUE(says(memory, "window_size"));
    EXPECT_TRUE(says(lay_out(test::made_up_throughput()), "datasheet peak"));
}

TEST(Layout, ABandIsNamedWhereItsReasonHasNoRoom)
{
    const Chart chart = test::made_up_local_memory();
    EXPECT_TRUE(says(lay_out(chart, {840, 600}), "48 KiB"));
    const Drawing small = lay_out(chart, {320, 200});
    EXPECT_FALSE(says(small, "48 KiB"));
    EXPECT_TRUE(says(small, "does not"));
}

TEST(Layout, WordsOnAShadedPlaceKeepItsShade)
{
    // How much of the shade's colour is seen at a place, whatever was painted there one over the other.
    const auto shade_at = [](const Drawing& drawing, Point at) {
        double seen = 0;
        for (const Box& box : all<Box>(drawing)) {
            if (!box.rect.contains(at)) continue;
            const double own = box.colour.role == ColourRole::cliff ? 1 : 0;
            seen += box.colour.opacity * (own - seen);
        }
        return seen;
    };
    Chart chart = test::made_up_local_memory();
    chart.failures.push_back({32, 64, "", ""});
    chart.failures.push_back({48, 64, "", ""});
    const Drawing drawing = lay_out(chart, {840, 600});
    int words = 0;
    for (const Text& text : all<Text>(drawing)) {
        if (text.font != FontRole::annotation) continue;
        for (const double x : {text.box.left, text.box.right}) {
            const double below = shade_at(drawing, {x, drawing.plot.bottom - 0.5});
            EXPECT_NEAR(shade_at(drawing, {x, (text.box.top + text.box.bottom) / 2}), below, 1e-6) << text.text;
            words += below > 0;
        }
    }
    EXPECT_GT(words, 0) << "no words lie on the shade";
}

TEST(Layout, WhereOneVariantIsRefusedTheOthersCurvesStayClear)
{
    Chart chart = test::made_up_local_memory();
    ASSERT_GE(chart.series.size(), 2u);
    const auto highest_shade = [](const Drawing& drawing) {
        double top = drawing.plot.bottom;
        for (const Box& box : all<Box>(drawing))
            if (box.colour.role == ColourRole::cliff) top = std::min(top, box.rect.top);
        return (drawing.plot.bottom - top) / drawing.plot.height();
    };
    chart.failures = {{32, 64, "", "local_array"}};
    EXPECT_LT(highest_shade(lay_out(chart, {840, 600})), 0.15) << "at the foot, as its crosses";
    chart.failures = {{32, 64, "", ""}};
    EXPECT_GT(highest_shade(lay_out(chart, {840, 600})), 0.9) << "all of them are refused";
}

TEST(Layout, ARefusedRangeIsPressedTogetherAndStillReached)
{
    Chart chart = test::made_up_local_memory();
    const Drawing before = lay_out(chart, {840, 600});
    chart.x.refused_from = 8;
    const Drawing drawing = lay_out(chart, {840, 600});
    EXPECT_GT(drawing.x.to_pixel(8), before.x.to_pixel(50)) << "what is seen has the room";
    double last = -1;
    for (double x = chart.x.first; x <= chart.x.last; x += 0.5) {
        const double pixel = drawing.x.to_pixel(x);
        EXPECT_GT(pixel, last);
        EXPECT_NEAR(drawing.x.to_value(pixel), x, 1e-9);
        last = pixel;
    }
    EXPECT_NEAR(last, drawing.plot.right, 1);
    int round_numbers = 0;
    for (const Text& text : all<Text>(drawing))
        round_numbers += text.text == "2" || text.text == "4" || text.text == "6";
    EXPECT_GE(round_numbers, 2) << "ticks stand where there is something to see";
}

TEST(Layout, CurvesThatCoincideAreNamedAsOne)
{
    Chart chart = test::made_up_local_memory();
    std::erase_if(chart.series, [](const Series& series) { return series.is_ghost || series.is_secondary; });
    chart.series.resize(2);
    for (Series& series : chart.series) {
        series.readout = "81 GB/s";
        series.readout_look = PointLook::solid;
    }
    const auto said = [&](const std::string& words) {
        const Drawing drawing = lay_out(chart, {840, 600});
        int count = 0;
        for (const Text& text : all<Text>(drawing)) count += text.text == words;
        return std::pair(count, drawing.plot.top);
    };
    const auto [apart, top] = said("81 GB/s");
    EXPECT_EQ(apart, 2) << "equal under the cursor, not everywhere";
    chart.series[1].points = chart.series[0].points;
    EXPECT_EQ(said("81 GB/s"), std::pair(1, top)) << "the plot stays where it is";
    for (DataPoint& point : chart.series[1].points) point.y = *point.y + 0.001 * chart.y.last;
    chart.series[0].readout_short = "81";
    chart.series[1].readout = "82 GB/s";
    EXPECT_EQ(said("81 to 82 GB/s").first, 1);
}

TEST(Layout, TheLegendsUnitDoesNotComeAndGoWithTheNumbers)
{
    Chart chart = test::made_up_local_memory();
    std::erase_if(chart.series, [](const Series& series) { return series.is_ghost || series.is_secondary; });
    chart.series.resize(2);
    chart.widest_readout = "00,000";
    const auto has_unit = [&](double width, const std::string& number) {
        for (Series& series : chart.series) {
            series.readout = number + " GB/s";
            series.readout_short = number;
            series.readout_look = PointLook::solid;
        }
        const Drawing drawing = lay_out(chart, {width, 400});
        return std::ranges::any_of(all<Text>(drawing), [&](const Text& text) { return text.text == number + " GB/s"; });
    };
    int with = 0, without = 0;
    for (double width = 160; width <= 460; width += 10) {
        const bool is_there = has_unit(width, "9");
        EXPECT_EQ(has_unit(width, "985"), is_there) << width;
        EXPECT_EQ(has_unit(width, "12,985"), is_there) << width;
        (is_there ? with : without)++;
    }
    EXPECT_GT(with, 0);
    EXPECT_GT(without, 0);
}

TEST(Layout, WhatHasNoValueAnywhereIsNotInTheLegend)
{
    Chart chart = test::made_up_local_memory();
    std::erase_if(chart.series, [](const Series& series) { return series.is_ghost || series.is_secondary; });
    chart.series.resize(2);
    chart.series[0].readout = "81 bytes";
    chart.series[1].readout = "–";
    const auto dashes = [&] {
        int count = 0;
        for (const Text& text : all<Text>(lay_out(chart, {840, 600}))) count += text.text == "–";
        return count;
    };
    EXPECT_EQ(dashes(), 1) << "none under the cursor, but elsewhere";
    for (DataPoint& point : chart.series[1].points) point.y.reset();
    EXPECT_EQ(dashes(), 0);
}

TEST(Layout, ALineOfACliffStandsBesideItsWords)
{
    Chart chart = test::made_up_local_memory();
    const auto rules = [&](const std::string& words) {
        chart.cliffs = {{20, words, ""}};
        int count = 0;
        for (const Polyline& line : all<Polyline>(lay_out(chart, {840, 600}))) count += line.tooltip == words;
        return count;
    };
    EXPECT_EQ(rules("first spill"), 1);
    EXPECT_EQ(rules(std::string(900, 'x')), 0) << "words without room";
}

/// A label left of its own line and at another's would be read as the other's.
TEST(Layout, ALabelOfACliffDoesNotStandAtAnotherCliffsLine)
{
    Chart chart = test::made_up_local_memory();
    const std::string first = "first spill", second = "only 5 blocks of 8 fit";
    int looked_at = 0;
    for (const int width : {420, 600, 840})
        for (int x = 30; x <= 60; ++x)
            for (int before = 1; before < 24; ++before) {
                chart.cliffs = {{static_cast<double>(x - before), first, ""}, {static_cast<double>(x), second, ""}};
                const Drawing drawing = lay_out(chart, {static_cast<double>(width), 600});
                const double other = drawing.x.to_pixel(x - before), own = drawing.x.to_pixel(x);
                for (const Text& text : all<Text>(drawing)) {
                    if (!second.starts_with(text.text) || text.font != FontRole::annotation) continue;
                    ++looked_at;
                    const bool is_at_another = text.at.x < own && text.at.x > other && text.at.x < other + 16;
                    EXPECT_FALSE(is_at_another) << width << " wide, lines at " << x - before << " and " << x;
                }
            }
    EXPECT_GT(looked_at, 100);
}

TEST(Layout, NumbersAreNeverCutOff)
{
    const Drawing small = lay_out(test::made_up_throughput(), {220, 160});
    for (const Text& text : all<Text>(small))
        EXPECT_TRUE(text.font != FontRole::readout || text.text.find("…") == std::string::npos) << text.text;
}

TEST(Layout, NoValueOfTheLegendIsLostSilently)
{
    Chart chart = test::made_up_throughput();
    std::erase_if(chart.series, [](const Series& series) { return series.is_ghost || series.is_secondary; });
    const Series one = chart.series.front();
    chart.series.clear();
    constexpr int count = 6;
    for (int i = 0; i < count; ++i) {
        Series& series = chart.series.emplace_back(one);
        series.key = std::string("variant ") + static_cast<char>('a' + i);
        series.readout = std::to_string(4111 * (i + 1)) + " GB/s";
        series.readout_short = std::to_string(4111 * (i + 1));
        series.focused = i == count - 1;
        for (DataPoint& point : series.points)  // so that no two are reported as one
            if (point.y) *point.y *= 1 + 0.1 * i;
    }
    for (const Size size : {Size{150, 200}, {164, 200}, {200, 160}, {220, 240}, {290, 280}, {700, 160}, {840, 600}}) {
        const Drawing drawing = lay_out(chart, size);
        int told = 0, more = 0;
        for (const Text& text : all<Text>(drawing)) {
            if (text.font != FontRole::readout) continue;
            if (text.text.starts_with('+'))
                more = std::stoi(text.text.substr(1));
            else
                ++told;
        }
        EXPECT_EQ(told + more, count) << size.width << "x" << size.height;
        EXPECT_EQ(drawing.more_values.has_value(), more > 0);
        EXPECT_TRUE(told == 0 || says(drawing, "24666")) << "the chosen variant's is not the one left out";
    }
}

TEST(Layout, WhereADifferenceHasNoRoomTheNumberStays)
{
    Chart chart = test::made_up_throughput();
    Series& series = chart.series.front();
    series.readout = series.readout_short = "4,711 (+25.0 points against what was pinned before)";
    series.readout_least = "4,711";
    EXPECT_TRUE(says(lay_out(chart, {900, 400}), "points"));
    const Drawing narrow = lay_out(chart, {260, 300});
    EXPECT_FALSE(says(narrow, "points"));
    EXPECT_TRUE(says(narrow, "4,711"));
}

TEST(Layout, FailedPointsAreCrossesAtTheFoot)
{
    const Drawing drawing = lay_out(test::made_up_local_memory());
    int crosses = 0;
    for (const MarkerShape& marker : all<MarkerShape>(drawing)) {
        if (marker.marker != Marker::cross) continue;
        ++crosses;
        EXPECT_GT(marker.centre.y, drawing.plot.bottom - 20);
        EXPECT_EQ(marker.colour.series, 2);
        EXPECT_GE(drawing.x.to_value(marker.centre.x), 39.9);
    }
    EXPECT_GE(crosses, 3);
}

TEST(Layout, WhatGoesUpAndDownAtEveryPointIsPointsWithoutALine)
{
    Chart chart = test::made_up_throughput();
    chart.series = {test::series_of("packed", 0), test::series_of("smooth", 1)};
    test::fill(chart.series[0], 1, 64, 1, [](int x) { return x % 2 == 0 ? 1000.0 : 3800.0; });
    test::fill(chart.series[1], 1, 64, 1, [](int x) { return 20.0 * x; });
    const Drawing drawing = lay_out(chart);
    for (const Polyline& line : all<Polyline>(drawing))
        EXPECT_FALSE(line.colour.role == ColourRole::series && line.colour.series == 0);
    std::size_t points = 0;
    for (const MarkerShape& marker : all<MarkerShape>(drawing))
        points += marker.colour.role == ColourRole::series && marker.colour.series == 0 && marker.colour.opacity > 0 &&
                  drawing.plot.contains(marker.centre);
    EXPECT_GE(points, 60u) << "each of them but the one at the cursor";
}

TEST(Layout, CoincidingLinesShareAPatternThatShowsBoth)
{
    const Drawing drawing = lay_out(test::made_up_occupancy());
    std::vector<Polyline> steps;
    for (const Polyline& line : all<Polyline>(drawing))
        if (line.colour.role == ColourRole::series && line.dash.size() == 2 && line.dash[1] == 2 * line.dash[0] &&
            line.points.back().x - line.points.front().x > drawing.plot.width() / 4)
            steps.push_back(line);
    // Three variants lie on each other at 100 %: each paints a third, at another place.
    ASSERT_EQ(steps.size(), 3u);
    std::set<double> offsets;
    std::set<int> colours;
    for (const Polyline& line : steps) {
        offsets.insert(line.dash_offset);
        colours.insert(line.colour.series);
    }
    EXPECT_EQ(offsets.size(), 3u);
    EXPECT_EQ(colours.size(), 3u);
}

TEST(Layout, SteppedSeriesHaveNoSlopes)
{
    for (const Polyline& line : all<Polyline>(lay_out(test::made_up_occupancy())))
        for (std::size_t i = 1; i < line.points.size(); ++i) {
            const bool level = std::abs(line.points[i].y - line.points[i - 1].y) < 1e-9;
            const bool upright = std::abs(line.points[i].x - line.points[i - 1].x) < 1e-9;
            EXPECT_TRUE(level || upright);
        }
}

TEST(Layout, TheCurveOfAnEarlierSettingIsAThinDimGhostBehindTheNewOne)
{
    const Drawing drawing = lay_out(test::made_up_throughput());
    std::vector<Polyline> ghosts, present;
    std::size_t last_ghost = 0, first_present = drawing.primitives.size();
    for (std::size_t i = 0; i < drawing.primitives.size(); ++i) {
        const auto* line = std::get_if<Polyline>(&drawing.primitives[i]);
        if (!line || line->colour.role != ColourRole::series || line->colour.series != 2) continue;
        const bool is_ghost = line->colour.opacity < 0.5;
        (is_ghost ? ghosts : present).push_back(*line);
        if (is_ghost) last_ghost = i;
        if (!is_ghost) first_present = std::min(first_present, i);
    }
    ASSERT_EQ(ghosts.size(), 1u);
    ASSERT_FALSE(present.empty());
    EXPECT_LT(ghosts[0].width, present[0].width);
    EXPECT_LT(last_ghost, first_present);
    const auto is_hollow = [](const MarkerShape& marker) { return marker.hollow && marker.colour.series == 2; };
    const auto markers = all<MarkerShape>(drawing);
    EXPECT_EQ(std::count_if(markers.begin(), markers.end(), is_hollow), 1) << "where the cursor has no new answer";
}

TEST(Layout, ALogarithmicAxisSpreadsPowersEvenlyAndKeepsZero)
{
    const Drawing drawing = lay_out(test::made_up_wide_range(), {420, 400});
    for (const char* label : {"0", "1", "10", "100", "1,000"}) EXPECT_TRUE(says(drawing, label)) << label;
    const double decade = drawing.y.to_pixel(10) - drawing.y.to_pixel(100);
    EXPECT_NEAR(drawing.y.to_pixel(100) - drawing.y.to_pixel(1000), decade, 1e-6);
    EXPECT_NEAR(drawing.y.to_pixel(0), drawing.plot.bottom, 1e-6);
    EXPECT_TRUE(says(drawing, "log y"));
    EXPECT_FALSE(says(lay_out(test::made_up_throughput()), "linear y")) << "nothing can be clicked in a file";
}

TEST(Layout, AReferenceAboveThePlotIsAnArrowAtItsEdge)
{
    const Drawing drawing = lay_out(test::made_up_wide_range(), {420, 300});
    EXPECT_TRUE(says(drawing, "measured ceiling"));
    for (const Text& text : all<Text>(drawing))
        if (text.text.starts_with("datasheet peak")) {
            EXPECT_LT(text.box.top, drawing.plot.top + 40);
        }
    EXPECT_TRUE(says(drawing, "datasheet peak"));
    int lines = 0;
    for (const Polyline& line : all<Polyline>(drawing)) lines += line.colour.role == ColourRole::reference ? 1 : 0;
    EXPECT_EQ(lines, 1) << "the other one is not a line";
}

TEST(Layout, AWindowsChartSaysWhatCanBeClicked)
{
    const ChartStyle style{.controls = true};
    const Drawing drawing = lay_out(test::made_up_throughput(), {420, 300}, style);
    EXPECT_TRUE(says(drawing, "linear y"));
    ASSERT_TRUE(drawing.title && drawing.y_scale_name);
    EXPECT_FALSE(drawing.title->overlaps(drawing.plot));
    EXPECT_FALSE(drawing.y_scale_name->overlaps(drawing.plot));
}

TEST(Layout, HiddenSeriesLeaveNoTrace)
{
    Chart chart = test::made_up_local_memory();
    for (Series& series : chart.series) series.hidden = series.key == "local_array" || series.key == "scalars";
    const Drawing drawing = lay_out(chart);
    for (const MarkerShape& marker : all<MarkerShape>(drawing)) EXPECT_EQ(marker.colour.series, 0);
    EXPECT_FALSE(says(drawing, "first spill"));
    EXPECT_FALSE(says(drawing, "does not compile"));
    for (const PlacedPoint& point : drawing.points) EXPECT_EQ(point.series, 0u);
}

TEST(Layout, AnEmptyChartKeepsAxisAndCursor)
{
    const Drawing drawing = lay_out(test::made_up_empty());
    EXPECT_TRUE(says(drawing, "there is no GPU here"));
    EXPECT_TRUE(says(drawing, "64"));
    bool cursor = false;
    for (const Polyline& line : all<Polyline>(drawing)) cursor = cursor || line.colour.role == ColourRole::cursor;
    EXPECT_TRUE(cursor);
    EXPECT_TRUE(drawing.points.empty());
}

TEST(Layout, SomethingMoreFindsThePlaceThatCoversLeast)
{
    Drawing drawing;
    drawing.size = {400, 300};
    drawing.plot = {50, 50, 350, 250};
    const Size button{100, 30};
    EXPECT_EQ(drawing.freest_place(button).x, 250) << "the upper right, where nothing is anywhere";
    EXPECT_EQ(drawing.freest_place(button).y, 50);
    drawing.primitives.push_back(Polyline{{{50, 60}, {350, 60}}, 2, {}, 0, {ColourRole::series}, {}});
    EXPECT_EQ(drawing.freest_place(button).y, 220) << "below, for a curve runs along the top";
    EXPECT_EQ(drawing.freest_place(button).x, 250);
    drawing.primitives.push_back(MarkerShape{{300, 240}});
    EXPECT_EQ(drawing.freest_place(button).x, 50);
    Text words;
    words.box = {60, 225, 120, 240};
    drawing.primitives.push_back(words);
    EXPECT_EQ(drawing.freest_place(button).x, 150) << "between the mark and the words";
    drawing.primitives.push_back(Polyline{{{50, 230}, {350, 230}}, 1, {}, 0, {ColourRole::grid}, {}});
    EXPECT_EQ(drawing.freest_place(button).x, 150) << "the grid is not an obstacle";
}

TEST(Layout, MouseFindsValueAndPoints)
{
    const Drawing drawing = lay_out(test::made_up_throughput());
    EXPECT_NEAR(drawing.x_value_at(drawing.x.to_pixel(17)), 17, 1e-6);
    EXPECT_EQ(drawing.x_value_at(-1000), 1);
    EXPECT_EQ(drawing.x_value_at(10000), 64);
    const auto nearest = drawing.nearest_in_each_series(drawing.x.to_pixel(17.3));
    ASSERT_EQ(nearest.size(), 4u) << "three variants and a ghost";
    for (const PlacedPoint& point : nearest) EXPECT_EQ(point.point, 16u);
    const auto hit = drawing.nearest({nearest[1].at.x + 1, nearest[1].at.y - 1}, 8);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->series, 1u);
    EXPECT_FALSE(drawing.nearest({drawing.plot.left, drawing.plot.bottom}, 8));
}

TEST(Layout, ZoomShowsOnlyWhatIsInside)
{
    Chart chart = test::made_up_throughput();
    chart.x.first = 20;
    chart.x.last = 40;
    const Drawing drawing = lay_out(chart);
    for (const PlacedPoint& point : drawing.points) EXPECT_TRUE(drawing.plot.grown(1).contains(point.at));
    expect_sound(drawing, "zoomed");
}

TEST(AxisMapping, PowersAreEvenlySpacedAndZeroStandsBeforeThem)
{
    AxisMapping x{0, 16, 0, 500, true, 1};
    EXPECT_DOUBLE_EQ(x.to_pixel(0), 0);
    EXPECT_DOUBLE_EQ(x.to_pixel(1), 100);
    EXPECT_DOUBLE_EQ(x.to_pixel(4), 300);
    EXPECT_NEAR(x.to_value(300), 4, 1e-9);
    EXPECT_EQ(x.to_value(10), 0);
}

TEST(LabelPlacer, KeepsOffBlockedGroundAndPrefersFreeOne)
{
    LabelPlacer placer({0, 0, 100, 100});
    placer.block({0, 0, 50, 50});
    placer.avoid({60, 0}, {60, 100}, 1);
    const std::vector<Candidate> candidates{{{10, 10, 30, 20}, 0}, {{55, 10, 75, 20}, 0}, {{70, 60, 90, 70}, 5}};
    EXPECT_EQ(placer.place(candidates, 100), 2u);
    EXPECT_EQ(placer.place(candidates, 100), 1u) << "taken by now, so the one on the line";
    EXPECT_FALSE(placer.place({{{95, 95, 105, 105}, 0}}, 100)) << "sticks out";
    EXPECT_NEAR(length_inside({0, 0}, {100, 100}, {25, 25, 75, 75}), std::hypot(50, 50), 1e-9);
    EXPECT_EQ(length_inside({0, 0}, {10, 0}, {0, 5, 10, 10}), 0);
}

}  // namespace
}  // namespace spillway::charts
