#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/run_result.h"

namespace spillway::cli {

/// Every result as a row, the axes' columns first; does nothing without a file.
[[nodiscard]] std::optional<model::Error> write_csv(const Context& context,
                                                    const std::vector<model::RunResult>& results,
                                                    const std::vector<std::string>& axes, const std::string& file);

}  // namespace spillway::cli
