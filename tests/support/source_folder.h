#pragma once

#include <filesystem>

namespace spillway {

/// Root of this source tree.
inline const std::filesystem::path source_folder = SPILLWAY_SOURCE_DIR;

}  // namespace spillway
