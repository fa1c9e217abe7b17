// Texts of metrics' values, with their units.
#include "app/model/metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include "app/model/grouped.h"

namespace spillway::model {
namespace {

std::string print(const char* format, double value)
{
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// Rounds to the digits of `format`; numbers of 1,000 or more to whole numbers.
std::string rounded(const char* format, double value)
{
    return std::abs(value) >= 1000 ? grouped(print("%.0f", value)) : grouped(print(format, value));
}

/// In TFLOP/s if `largest` reaches 1 TFLOP/s.
std::string format_flops(double value, double largest)
{
    return largest >= 1e12 ? rounded("%.3g", value / 1e12) + " TFLOP/s" : format_count(value / 1e9) + " GFLOP/s";
}

std::string format_seconds(double seconds)
{
    if (seconds < 1e-6) return print("%.0f ns", seconds * 1e9);
    if (seconds < 1e-3) return print("%.1f µs", seconds * 1e6);
    if (seconds < 1) return print("%.1f ms", seconds * 1e3);
    return print("%.2f s", seconds);
}

}  // namespace

std::string format_count(double value)
{
    return grouped(print("%.0f", value));
}

std::string format_bytes(double bytes)
{
    constexpr double kib = 1024, mib = kib * 1024, gib = mib * 1024;
    if (bytes >= gib) return rounded("%.4g", bytes / gib) + " GiB";
    if (bytes >= mib) return rounded("%.4g", bytes / mib) + " MiB";
    if (bytes >= 10 * kib && std::fmod(bytes, kib) == 0) return format_count(bytes / kib) + " KiB";
    return format_count(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string format_metric(const Metric& metric, double value)
{
    switch (metric.format) {
        case MetricFormat::count: return format_count(value);
        case MetricFormat::ratio: return rounded("%.3g", value);
        case MetricFormat::bytes: return format_bytes(value);
        case MetricFormat::percent: return rounded("%.3g", value * 100) + " %";
        case MetricFormat::bandwidth: return format_count(value / 1e9) + " GB/s";
        case MetricFormat::seconds: return format_seconds(value);
        case MetricFormat::frequency: return format_count(value / 1e6) + " MHz";
        case MetricFormat::flops: return format_flops(value, value);
        case MetricFormat::cycles: return grouped(print("%.1f", value)) + " cycles";
    }
    return {};
}

void ValueRange::take(double value)
{
    if (value > 0 && std::isfinite(value)) least = least == 0 ? value : std::min(least, value);
    largest = std::max(largest, value);
}

namespace {

struct Unit {
    double size;
    const char* name;
};

/// Largest unit in which the least value is at least `fewest`; null if the largest value would have six digits.
const Unit* common_unit(std::span<const Unit> from_large_to_small, const ValueRange& others, double fewest)
{
    for (const Unit& unit : from_large_to_small)
        if (others.least >= fewest * unit.size) return others.largest < 1e5 * unit.size ? &unit : nullptr;
    return nullptr;
}

const Unit* unit_beside(const Metric& metric, const ValueRange& others)
{
    constexpr double mib = 1024.0 * 1024;
    static constexpr std::array<Unit, 3> bytes{{{mib * 1024, " GiB"}, {mib, " MiB"}, {1024, " KiB"}}};
    static constexpr std::array<Unit, 4> seconds{{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}}};
    if (metric.format == MetricFormat::seconds) return common_unit(seconds, others, 1);
    // Sizes below 1 MiB are exact.
    return metric.format == MetricFormat::bytes && others.largest >= mib ? common_unit(bytes, others, 0.1) : nullptr;
}

}  // namespace

std::string format_metric_beside(const Metric& metric, double value, const ValueRange& others)
{
    if (metric.format == MetricFormat::count && value >= 1e7) return rounded("%.3g", value / 1e6) + " million";
    if (metric.format == MetricFormat::flops) return format_flops(value, others.largest);
    const Unit* unit = unit_beside(metric, others);
    if (unit == nullptr || (metric.format == MetricFormat::seconds && value < 1000 * unit->size))
        return format_metric(metric, value);
    return rounded(value < unit->size ? "%.3g" : "%.4g", value / unit->size) + unit->name;
}

}  // namespace spillway::model
