#pragma once

#include <optional>

#include "app/cli/pictures.h"
#include "app/cli/sweep.h"

namespace spillway::cli {

/// Whether the asked-for files can be written by this build at all, before an hour is spent on them.
[[nodiscard]] std::optional<model::Error> check_sweep_files(const SweepOptions& options);

/// Writes every file that was asked for; a table on standard output where none was.
[[nodiscard]] std::optional<model::Error> write_sweep(const Context& context, const SweepResults& sweep,
                                                      const SweepOptions& options);

}  // namespace spillway::cli
