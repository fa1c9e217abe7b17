#pragma once

#include <filesystem>
#include <vector>

#include "tests/layers/layer_rules.h"

namespace spillway::layers {

/// How a header may say that something failed (ARCHITECTURE.md, "Errors"): what went wrong comes back as a value, never
/// through an out-parameter, and never as a text that is empty where nothing did. `header` is a .h below `root`.
[[nodiscard]] std::vector<Violation> check_errors_of(const std::filesystem::path& header,
                                                     const std::filesystem::path& root);

}  // namespace spillway::layers
