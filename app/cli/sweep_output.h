#pragma once

#include <optional>

#include "app/cli/pictures.h"
#include "app/cli/sweep.h"

namespace spillway::cli {

/// Checks that this build can write the requested files, before an hour of work.
[[nodiscard]] std::optional<model::Error> check_sweep_files(const SweepOptions& options);

/// Writes every requested file; without one, prints a table on standard output.
[[nodiscard]] std::optional<model::Error> write_sweep(const Context& context, const SweepResults& sweep,
                                                      const SweepOptions& options);

}  // namespace spillway::cli
