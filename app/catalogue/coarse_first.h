#pragma once

#include <cstddef>
#include <vector>

namespace spillway::catalogue {

/// Order for computing `count` points so that the shape of the curve shows early: both ends, the middle, the quarters,
/// and so on. Every index once.
[[nodiscard]] std::vector<std::size_t> coarse_first(std::size_t count);

}  // namespace spillway::catalogue
