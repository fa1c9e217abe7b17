#pragma once

#include <filesystem>
#include <vector>

#include "tests/layers/layer_rules.h"

namespace spillway::layers {

/// No part of the window keeps a font from one frame to the next (docs/adding-a-panel.md): fonts are freed when they
/// are built anew. The theme alone has them. `header` is a .h below `root`.
[[nodiscard]] std::vector<Violation> check_fonts_of(const std::filesystem::path& header,
                                                    const std::filesystem::path& root);

}  // namespace spillway::layers
