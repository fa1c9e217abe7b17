#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "app/trace/trace.h"

namespace spillway::trace {

/// Adds what a module says to those of its kernels that were launched. The GPU gives a thread its registers in steps of
/// 8 and at least 16: a module with more registers, or far fewer, is not the one that ran. The kernels' indices.
std::vector<std::size_t> add_code(Trace& trace, std::string_view cubin);

}  // namespace spillway::trace
