#pragma once

#include <string_view>

#include "app/model/run_result.h"

namespace spillway::model {

/// By how much of itself a metric's number may be another in the next measurement; 0 of what does not follow from time.
[[nodiscard]] double uncertainty(std::string_view metric_key, const RunResult& result);

}  // namespace spillway::model
