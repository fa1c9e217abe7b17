#pragma once

// Values that stand side by side, in one unit.

#include <span>
#include <string>

#include "app/model/metrics.h"

namespace spillway::model {

/// True if format_metric_beside would write some sizes of the row in KiB and others in bytes.
[[nodiscard]] bool mixes_byte_units(const Metric& metric, std::span<const double> row, const ValueRange& others);
/// "16,384 bytes"
[[nodiscard]] std::string exact_bytes(double bytes);
/// Formats a value in one unit for all values of a row, `row` among them: "16,384 bytes" beside "16,400 bytes", where
/// format_metric writes "16 KiB".
[[nodiscard]] std::string format_in_row(const Metric& metric, double value, std::span<const double> row);

}  // namespace spillway::model
