#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/metrics.h"
#include "app/model/run_result.h"

namespace spillway::charts {

/// What results do not say of themselves.
struct CsvOrigin {
    std::string version;                            ///< of Spillway
    std::map<std::string, std::string> recordings;  ///< GPU to the file of its recording
};

/// Results as CSV, a row each, lines ending in a line feed. Columns: experiment, variant, gpu, one per setting (the
/// axes first, then every other parameter and knob), status, message, where the numbers come from (architecture,
/// compiler, measurement_source, recording, measured_on, driver, cuda, date, spillway), then every metric of
/// model::metrics() by its key, in base units (bytes, seconds, bytes per second). A share is in percent, and its column
/// says so: "theoretical_occupancy_percent". Unknown is empty. Quoted as RFC 4180 asks.
[[nodiscard]] std::string to_csv(const std::vector<model::RunResult>& results, const std::vector<std::string>& axes,
                                 const CsvOrigin& origin = {});

/// The column of a metric.
[[nodiscard]] std::string csv_column(const model::Metric& metric);

/// One field, quoted where it holds a comma, a semicolon, a tab, a quote or a line break. What a spreadsheet would take
/// for a formula gets an apostrophe before it, also behind a semicolon, a tab or a line break.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace spillway::charts
