#pragma once

#include <string_view>

#include "app/ptx/warp.h"

namespace spillway::ptx {

/// Carries out a function that has no code in the module and that every GPU knows: printf, assert, malloc, free. False
/// where the name is none of them.
[[nodiscard]] bool call_of_system(Warp& warp, const Instruction& in, std::string_view name);

}  // namespace spillway::ptx
