#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/run_result.h"

namespace spillway::cli {

/// Writes each result as a row, axis columns first. Does nothing without a file.
[[nodiscard]] std::optional<model::Error> write_csv(const Context& context,
                                                    const std::vector<model::RunResult>& results,
                                                    const std::vector<std::string>& axes, const std::string& file);

}  // namespace spillway::cli
