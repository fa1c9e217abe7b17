#pragma once

#include <cmath>
#include <string>

#include "app/charts/chart.h"

namespace spillway::charts::test {

inline Series series_of(std::string key, int index)
{
    Series series;
    series.key = key;
    series.label = std::move(key);
    series.palette_index = index;
    constexpr Marker markers[] = {Marker::circle, Marker::square, Marker::triangle, Marker::diamond, Marker::plus};
    constexpr Dash dashes[] = {Dash::solid, Dash::dashed, Dash::dotted};
    series.marker = markers[index % 5];
    series.dash = dashes[index % 3];
    return series;
}

template <typename Function>
void fill(Series& series, int first, int last, int step, Function value)
{
    for (int x = first; x <= last; x += step) {
        DataPoint point;
        point.x = x;
        point.y = value(x);
        point.note = series.label + ", window_size " + std::to_string(x);
        series.points.push_back(point);
    }
}

/// Curves that fall, with a spread, a reference line and stale points. All values are made up for the tests.
inline Chart made_up_throughput()
{
    Chart chart;
    chart.key = "throughput";
    chart.title = "Throughput";
    chart.subtitle = "GB/s · cold L2 · recorded on NVIDIA H200, 2026-11-21";
    chart.x = {"window_size", "", 1, 64, false, {}, false, true, TickSteps::binary};
    chart.y.last = 4000;
    Series a = series_of("register_array", 0), b = series_of("local_array", 1), c = series_of("scalars", 2);
    fill(a, 1, 64, 1, [](int x) { return 3900 - 26.0 * x; });
    fill(b, 1, 64, 1, [](int x) { return 3600.0 / (1 + x / 12.0); });
    fill(c, 1, 64, 1, [](int x) { return 3960 - 26.0 * x; });
    for (DataPoint& point : b.points) {
        point.low = *point.y * 0.94;
        point.high = *point.y * 1.05;
    }
    Series ghost = series_of("scalars", 2);
    ghost.label = "scalars, earlier setting";
    ghost.is_ghost = true;
    fill(ghost, 1, 64, 1, [](int x) { return 3100 - 26.0 * x; });
    for (DataPoint& point : ghost.points) point.look = PointLook::stale;
    std::erase_if(c.points, [](const DataPoint& point) { return point.x >= 20 && point.x <= 50; });
    b.focused = true;
    a.readout = "2,818 GB/s";
    b.readout = "954 GB/s";
    c.readout = "was 2,887 GB/s";
    c.readout_look = PointLook::stale;
    a.readout_short = "2,818";
    b.readout_short = "954";
    c.readout_short = "(2,887)";
    chart.series = {a, b, c, ghost};
    chart.references = {{3990, "datasheet peak 3,990 GB/s"}};
    chart.cursor = 32;
    chart.cursor_label = "32";
    return chart;
}

/// Values over four powers of ten with zeros among them, and two reference lines, one far above.
inline Chart made_up_wide_range()
{
    Chart chart = made_up_throughput();
    chart.y = {"", "GB/s", 0, 5000, true, {}};
    for (Series& series : chart.series)
        for (DataPoint& point : series.points) {
            point.y = series.palette_index == 0 && point.x < 4
                          ? 0
                          : 5000 / std::exp2(point.x / 5) * (series.palette_index + 1) / 3;
            point.low = point.high = std::nullopt;
        }
    chart.y.least_positive = 0.2;
    chart.references = {{4000, "measured ceiling 4,000 GB/s"}, {480000, "datasheet peak 480,000 GB/s"}};
    return chart;
}

/// Steps that coincide for all variants over a stretch, and cliffs close to each other and to the cursor.
inline Chart made_up_occupancy()
{
    Chart chart = made_up_throughput();
    chart.key = "occupancy";
    chart.title = "Theoretical occupancy";
    chart.subtitle = "% · limited by registers";
    chart.references.clear();
    chart.series.pop_back();
    for (Series& series : chart.series) {
        series.points.clear();
        fill(series, 1, 64, 1, [](int) { return 0.0; });
    }
    chart.y = {"", "%", 0, 100, false, {}, false, false, TickSteps::percent};
    for (Series& series : chart.series) {
        const int offset = series.palette_index;
        for (DataPoint& point : series.points) {
            point.y = point.x < 26 ? 100 : point.x < 44 + offset ? 75 : 62.5;
            point.low = point.high = std::nullopt;
            if (series.key == "local_array") point.y = 100;
        }
        series.stepped = true;
        series.readout_short.clear();
        series.readout = series.key == "local_array" ? "100 %" : "75 %";
    }
    chart.cliffs = {{26, "33 registers: 6 instead of 8 blocks", "register_array"},
                    {44, "41 registers: 5 instead of 6 blocks", "register_array"},
                    {46, "41 registers: 5 instead of 6 blocks", "scalars"}};
    return chart;
}

/// A stack frame with spills beside it, and a variant that is refused from 40 on.
inline Chart made_up_local_memory()
{
    Chart chart = made_up_throughput();
    chart.key = "local_memory";
    chart.title = "Local memory";
    chart.subtitle = "bytes per thread · ptxas for sm_90";
    chart.references.clear();
    chart.y = {"", "bytes", 0, 256, false, {}, false, false, TickSteps::bytes};
    chart.series.clear();
    Series a = series_of("register_array", 0), b = series_of("local_array", 1), c = series_of("scalars", 2);
    fill(a, 1, 64, 1, [](int) { return 0.0; });
    fill(b, 1, 64, 1, [](int x) { return 4.0 * x; });
    fill(c, 1, 64, 1, [](int) { return 0.0; });
    for (DataPoint& point : c.points)
        if (point.x >= 40) point = {point.x, std::nullopt, {}, {}, PointLook::failed, "does not compile"};
    b.focused = true;
    Series spills = series_of("local_array", 1);
    spills.label = "spill stores and loads";
    spills.is_secondary = true;
    spills.dash = Dash::dash_dot;
    fill(spills, 1, 64, 1, [](int x) { return x < 24 ? 0.0 : 2.0 * (x - 20); });
    a.readout = "0 bytes";
    b.readout = "128 bytes";
    c.readout = "does not compile";
    c.readout_look = PointLook::failed;
    a.readout_short = "0";
    b.readout_short = "128";
    c.readout_short = "fails";
    chart.series = {a, b, spills, c};
    chart.cliffs = {{24, "first spill: 8 bytes", "local_array"}};
    chart.failures = {{40, 64, "does not compile from here: static shared memory ends: 48 KiB", "scalars"}};
    return chart;
}

/// Nothing was measured; the x axis and the cursor are there all the same.
inline Chart made_up_empty()
{
    Chart chart = made_up_throughput();
    for (Series& series : chart.series) {
        for (DataPoint& point : series.points) point.y = std::nullopt;
        series.readout = series.readout_short = "–";
        series.readout_look = PointLook::stale;
    }
    chart.references.clear();
    chart.subtitle = "GB/s";
    chart.empty_message =
        "Nothing was measured: there is no GPU here and the recording does not cover this setting. "
        "Record one with: spillway record running_mean -o my.recording";
    return chart;
}

/// Choices on the x axis, with long names.
inline Chart made_up_choices()
{
    Chart chart = made_up_local_memory();
    chart.x = {"element", "", 0, 4, false, {{0, "char"}, {1, "short"}, {2, "int"}, {3, "float2"}, {4, "float4"}}, true};
    for (Series& series : chart.series) {
        series.points.resize(5);
        for (std::size_t i = 0; i < 5; ++i) {
            series.points[i].x = static_cast<double>(i);
            series.points[i].look = PointLook::solid;
            series.points[i].y = series.is_secondary           ? 24.0 * static_cast<double>(i)
                                 : series.key == "local_array" ? std::exp2(4.0 + static_cast<double>(i))
                                                               : 0;
        }
    }
    chart.series[3].points[4].look = PointLook::failed;
    chart.cliffs = {{2, "first spill: 48 bytes", "local_array"}};
    chart.failures = {{4, 4, "does not compile from here: static shared memory ends: 48 KiB", "scalars"}};
    chart.cursor = 2;
    chart.cursor_label = "int";
    return chart;
}

}  // namespace spillway::charts::test
