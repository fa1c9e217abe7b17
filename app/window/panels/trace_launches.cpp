#include "app/window/panels/trace_launches.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/model/grouped.h"

namespace spillway::window {
namespace {

constexpr std::size_t max_kernels = 5, max_points = 300;

/// Unit of the time axis.
struct TimeUnit {
    const char* name;
    double seconds;
};

TimeUnit unit_for(double seconds)
{
    if (seconds >= 2) return {"s", 1};
    return seconds >= 2e-3 ? TimeUnit{"ms", 1e-3} : TimeUnit{"µs", 1e-6};
}

std::vector<std::size_t> shown_kernels(const trace::Trace& trace, std::size_t chosen)
{
    std::vector<std::size_t> shown{chosen};
    for (std::size_t i = 0; i < trace.kernels.size() && shown.size() < max_kernels; ++i)
        if (i != chosen) shown.push_back(i);
    return shown;
}

/// One point for several consecutive launches.
charts::DataPoint point_of(std::vector<double> micros, double x)
{
    std::ranges::sort(micros);
    charts::DataPoint point{x, micros[micros.size() / 2], std::nullopt, std::nullopt, charts::PointLook::solid, {}};
    if (micros.size() > 1) {
        point.low = micros.front();
        point.high = micros.back();
        point.note = model::grouped(std::to_string(micros.size())) + " launches";
    }
    return point;
}

charts::Series series_of(const trace::Trace& trace, std::size_t kernel, const TimeUnit& unit)
{
    std::vector<const trace::TracedLaunch*> launches;
    for (const trace::TracedLaunch& launch : trace.launches)
        if (launch.kernel == static_cast<std::int64_t>(kernel)) launches.push_back(&launch);
    charts::Series series;
    const std::size_t launches_per_point = std::max<std::size_t>(1, (launches.size() + max_points - 1) / max_points);
    for (std::size_t first = 0; first < launches.size(); first += launches_per_point) {
        std::vector<double> micros;
        for (std::size_t i = first; i < std::min(first + launches_per_point, launches.size()); ++i)
            micros.push_back(launches[i]->seconds * 1e6);
        series.points.push_back(point_of(std::move(micros), launches[first]->start / unit.seconds));
    }
    return series;
}

}  // namespace

charts::Chart launches_chart(const trace::Trace& trace, std::size_t chosen)
{
    charts::Chart chart;
    chart.key = "launches";
    chart.title = "Time of a launch";
    chart.subtitle = "µs";
    double last = 0, lowest = 0, highest = 0;
    for (const trace::TracedLaunch& launch : trace.launches) last = std::max(last, launch.start);
    const TimeUnit unit = unit_for(last);
    std::size_t index = 0;
    for (const std::size_t kernel : shown_kernels(trace, chosen)) {
        charts::Series series = series_of(trace, kernel, unit);
        if (series.points.empty()) continue;
        series.key = std::to_string(kernel);
        series.label = trace.kernels[kernel].name;
        series.focused = kernel == chosen;
        series.palette_index = static_cast<int>(index);
        series.marker = charts::series_marker(index++);
        for (const charts::DataPoint& point : series.points) {
            highest = std::max(highest, point.high.value_or(*point.y));
            const double low = point.low.value_or(*point.y);
            if (low > 0) lowest = lowest > 0 ? std::min(lowest, low) : low;
        }
        chart.series.push_back(std::move(series));
    }
    chart.x = {"Since the first launch", unit.name, 0, std::max(last / unit.seconds, 1e-9)};
    chart.y = {"", "µs", 0, std::max(highest, 1e-3) * 1.08};
    // A logarithmic axis keeps kernels of a microsecond visible beside those of a second.
    if (lowest > 0 && highest / lowest > 30) {
        chart.y.logarithmic = true;
        chart.y.first = lowest / 1.3;
        chart.y.last = highest * 1.3;
        chart.y.least_positive = lowest / 1.3;
    }
    if (chart.series.empty()) chart.empty_message = "The trace lists no single launch of this kernel.";
    return chart;
}

}  // namespace spillway::window
