#pragma once

// Maximum number of a thread's global loads in flight, computed from the machine code: each load uses one of six
// barriers, and the first instruction that needs the value waits for that barrier.

#include <vector>

#include "app/model/listing.h"

namespace spillway::compiler {

/// Maximum over the loops with loads, because kernels spend their time in loops; without such a loop, of the whole
/// code. Reads the code in order, as if only the loop's own branch were taken.
[[nodiscard]] int loads_under_way(const std::vector<model::ListingLine>& sass);

}  // namespace spillway::compiler
