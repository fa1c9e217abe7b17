#pragma once

#include <string_view>

namespace spillway::cli {

/// Whether a pattern matches a relative path with forward slashes, or a folder above it. `*`, `?` and `[a-z]`
/// match within one name (fnmatch), `**` any folders. A pattern without a slash matches a file or folder of that name
/// at any depth.
[[nodiscard]] bool matches_path(std::string_view pattern, std::string_view path);

}  // namespace spillway::cli
