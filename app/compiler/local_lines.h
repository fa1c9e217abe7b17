#pragma once

#include <vector>

#include "app/model/listing.h"

namespace spillway::compiler {

/// The lines of kernel.cu that access local memory; where each access goes by an address that may be of any memory,
/// those that take such an address.
[[nodiscard]] std::vector<int> local_lines_of(const model::Listing& listing);

}  // namespace spillway::compiler
