#pragma once

// What a GPU can do is measured once and kept below the compile cache, known by the GPU's UUID and the driver's
// version.

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/roofs.h"

namespace spillway::worker {

/// Those that were kept; nothing where there are none, or they cannot be read.
[[nodiscard]] std::optional<model::Roofs> load_roofs(const std::string& identity);

/// The Error says why they will have to be measured again by the next worker.
[[nodiscard]] std::optional<model::Error> keep_roofs(const std::string& identity, const model::Roofs& roofs);

}  // namespace spillway::worker
