#pragma once

#include <filesystem>
#include <string>

#include "app/model/error.h"

namespace spillway::catalogue {

/// A regular file of at most max_file_bytes, whole.
[[nodiscard]] model::Expected<std::string> read_file_text(const std::filesystem::path& file);

}  // namespace spillway::catalogue
