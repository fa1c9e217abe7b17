#pragma once

#include <optional>
#include <vector>

#include "app/cli/axis.h"
#include "app/cli/sweep.h"

namespace spillway::cli {

/// What a sweep found.
struct SweepResults {
    const model::Experiment& experiment;
    const std::vector<const model::Variant*>& variants;
    const std::vector<Axis>& axes;
    const model::Gpu& gpu;
    const std::vector<model::RunResult>& results;
};

/// Whether the asked-for files can be written by this build at all, before an hour is spent on them.
[[nodiscard]] std::optional<model::Error> check_sweep_files(const SweepOptions& options);

/// Writes every file that was asked for; a table on standard output where none was.
[[nodiscard]] std::optional<model::Error> write_sweep(const SweepResults& sweep, const SweepOptions& options);

}  // namespace spillway::cli
