#pragma once

#include <memory>

#include "app/gpu/kinds/kind.h"

namespace spillway::gpu {

[[nodiscard]] std::unique_ptr<Kind> make_first_launch(RunContext& run);

}  // namespace spillway::gpu
