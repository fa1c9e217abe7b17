#pragma once

// Stores the measured roofs (peak rates) of each GPU beside the compile cache. The key `identity` is the GPU's UUID and
// the driver version.

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/roofs.h"

namespace spillway::worker {

/// Loads the stored roofs; empty if there are none or they cannot be read.
[[nodiscard]] std::optional<model::Roofs> load_roofs(const std::string& identity);

/// Stores the roofs. On an Error the next worker measures them again.
[[nodiscard]] std::optional<model::Error> keep_roofs(const std::string& identity, const model::Roofs& roofs);

}  // namespace spillway::worker
