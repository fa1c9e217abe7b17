#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "app/trace/trace.h"

namespace spillway::trace {

/// Adds the code of a module to the launched kernels of the same name that have none yet; returns their indices. Skips
/// modules with other register counts than the launch: the GPU allocates registers in steps of 8, at least 16, so
/// another module ran.
std::vector<std::size_t> add_code(Trace& trace, std::string_view cubin);

}  // namespace spillway::trace
