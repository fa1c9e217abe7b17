#pragma once

#include <memory>

#include "app/gpu/kinds/kind.h"

namespace spillway::gpu {

[[nodiscard]] std::unique_ptr<Kind> make_library_call(RunContext& run);

}  // namespace spillway::gpu
