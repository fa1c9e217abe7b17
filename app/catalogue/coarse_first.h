#pragma once

#include <cstddef>
#include <vector>

namespace spillway::catalogue {

/// The order in which to compute `count` points so that the curve's shape shows early: both ends,
/// the middle, the quarters, and so on. Every index once.
[[nodiscard]] std::vector<std::size_t> coarse_first(std::size_t count);

}  // namespace spillway::catalogue
