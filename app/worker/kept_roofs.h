#pragma once

// Stores the measured peak rates of each GPU beside the compile cache, keyed by the GPU's UUID and the driver version.

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/roofs.h"

namespace spillway::worker {

/// Loads the stored rates; empty if there are none or they cannot be read.
[[nodiscard]] std::optional<model::Roofs> load_roofs(const std::string& identity);

/// Stores the rates. On an Error the next worker measures them again.
[[nodiscard]] std::optional<model::Error> keep_roofs(const std::string& identity, const model::Roofs& roofs);

}  // namespace spillway::worker
