#pragma once

#include <string_view>

#include "app/model/run_result.h"

namespace spillway::model {

/// Relative run-to-run variation of a metric; 0 for metrics that do not depend on time, and without timed samples.
[[nodiscard]] double uncertainty(std::string_view metric_key, const RunResult& result);

}  // namespace spillway::model
