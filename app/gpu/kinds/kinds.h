#pragma once

#include <memory>

#include "app/gpu/kinds/kind.h"

namespace spillway::gpu {

/// Makes the first kind in the table that matches the plan.
[[nodiscard]] std::unique_ptr<Kind> make_kind(RunContext& run);

}  // namespace spillway::gpu
