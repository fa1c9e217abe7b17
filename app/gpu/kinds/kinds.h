#pragma once

#include <memory>

#include "app/gpu/kinds/kind.h"

namespace spillway::gpu {

/// The kind of the first line of the table that a plan is of.
[[nodiscard]] std::unique_ptr<Kind> make_kind(RunContext& run);

}  // namespace spillway::gpu
