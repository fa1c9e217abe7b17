#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/model/run_result.h"

namespace spillway::charts {

/// Results as CSV, a row each, lines ending in a line feed. Columns: experiment, variant, gpu, one per
/// axis (the parameter's name), status, message, measurement_source, then every metric of
/// model::metrics() by its key, in base units (bytes, seconds, bytes per second, occupancy as a
/// fraction). Unknown is empty. Quoted as RFC 4180 asks.
[[nodiscard]] std::string to_csv(const std::vector<model::RunResult>& results, const std::vector<std::string>& axes);

/// One field, quoted where it holds a comma, a quote or a line break.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace spillway::charts
