#pragma once

// How many loads from global memory a thread has under way at a time, by the machine code alone: each load takes one of
// six barriers, and the first instruction that needs its number waits for that barrier.

#include <vector>

#include "app/model/listing.h"

namespace spillway::compiler {

/// The most within one loop that loads, as a loop is where a kernel spends its time; in all of the code where no loop
/// does. The text is gone through from above, as if no branch were taken but the loop's own.
[[nodiscard]] int loads_under_way(const std::vector<model::ListingLine>& sass);

}  // namespace spillway::compiler
