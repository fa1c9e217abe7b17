#pragma once

#include <filesystem>
#include <vector>

#include "tests/layers/layer_rules.h"

namespace spillway::layers {

/// Phrases that docs/style.md replaces ("is told", "nobody", "who ..."), wherever a person reads them below `root`: in
/// string literals and comments of app/, in assets/terms.json, and in the Markdown of the root, docs/ and app/.
[[nodiscard]] std::vector<Violation> find_banned_phrases(const std::filesystem::path& root);

}  // namespace spillway::layers
