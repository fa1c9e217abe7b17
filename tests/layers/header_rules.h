#pragma once

#include <filesystem>
#include <vector>

#include "tests/layers/layer_rules.h"

namespace spillway::layers {

/// A header is answered by the source of its name: NAME.cpp begins with NAME.h, and all that others may call of it
/// stands there. A source without one is a program's main.cpp, or has a line in its folder's table (panels.inc).
/// `source` is a .cpp below `root`.
[[nodiscard]] std::vector<Violation> check_header_of(const std::filesystem::path& source,
                                                     const std::filesystem::path& root);

}  // namespace spillway::layers
