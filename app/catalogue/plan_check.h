#pragma once

// Checks of a launch plan: when it is made, and again when it came through a pipe or from a file, before a GPU or the
// interpreter runs it.

#include <cstdint>
#include <optional>

#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// Error if no GPU can launch this grid.
[[nodiscard]] std::optional<model::Error> check_grid(const std::int64_t (&grid)[3]);

/// Checks what experiment.json says of buffers, copy, library and access window. The Error's advice names the key.
[[nodiscard]] std::optional<model::Error> check_description(const model::LaunchPlan& plan);

/// Checks indices, sizes and offsets of a plan.
[[nodiscard]] std::optional<model::Error> check_plan(const model::LaunchPlan& plan);

}  // namespace spillway::catalogue
