#pragma once

#include <string_view>

#include "app/ptx/warp.h"

namespace spillway::ptx {

/// Executes a function of CUDA's device runtime, which has no code in the module: printf, assert, malloc, free. Returns
/// false for another name.
[[nodiscard]] bool call_of_system(Warp& warp, const Instruction& in, std::string_view name);

}  // namespace spillway::ptx
