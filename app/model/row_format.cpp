#include "app/model/row_format.h"

#include <algorithm>

namespace spillway::model {

bool mixes_byte_units(const Metric& metric, std::span<const double> row, const ValueRange& others)
{
    if (metric.format != MetricFormat::bytes) return false;
    const auto any_ends_with = [&](const char* unit) {
        return std::ranges::any_of(row, [&](double value) {
            return value != 0 && format_metric_beside(metric, value, others).ends_with(unit);
        });
    };
    return any_ends_with(" KiB") && (any_ends_with(" bytes") || any_ends_with(" byte"));
}

std::string exact_bytes(double bytes)
{
    return format_count(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string format_in_row(const Metric& metric, double value, std::span<const double> row)
{
    ValueRange others;
    for (const double each : row) others.take(each);
    return mixes_byte_units(metric, row, others) ? exact_bytes(value) : format_metric_beside(metric, value, others);
}

}  // namespace spillway::model
