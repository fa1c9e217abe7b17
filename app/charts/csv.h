#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/metrics.h"
#include "app/model/run_result.h"

namespace spillway::charts {

/// Provenance that results do not contain.
struct CsvOrigin {
    std::string version;                            ///< Spillway's version
    std::map<std::string, std::string> recordings;  ///< by GPU, the file of its recording
};

/// Results as CSV, one per row, with line feeds. Columns: experiment, variant, gpu, one per setting (the axes first,
/// then every other parameter and knob), status, message, provenance (architecture, compiled_by, measurement_source,
/// recording, measured_on, driver, cuda, date, counted_blocks, counted_metrics, spillway), then every metric of
/// model::metrics() by its key, in base units (bytes, seconds, bytes per second). Shares are in percent and their
/// columns say so: "theoretical_occupancy_percent". Unknown values are empty. Quoting follows RFC 4180.
[[nodiscard]] std::string to_csv(const std::vector<model::RunResult>& results, const std::vector<std::string>& axes,
                                 const CsvOrigin& origin = {});

[[nodiscard]] std::string csv_column(const model::Metric& metric);

/// One field, quoted if it contains a comma, semicolon, tab, quote or line break. An apostrophe precedes text that a
/// spreadsheet would take for a formula, also after a semicolon, tab or line break.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace spillway::charts
