#pragma once

#include <vector>

#include "app/model/listing.h"

namespace spillway::compiler {

/// Lines of kernel.cu with loads from or stores to local memory, ascending. If the listing shows none, because the code
/// accesses local memory through generic addresses: lines that take an address in local memory.
[[nodiscard]] std::vector<int> local_lines_of(const model::Listing& listing);

}  // namespace spillway::compiler
