#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace spillway::cli {

/// Folder of the window as a page: the named one, else the one in the package, else the one that scripts/build-web.sh
/// makes.
[[nodiscard]] std::filesystem::path page_folder(const std::string& named);
/// Why this folder is not a page; empty if it is one.
[[nodiscard]] std::optional<std::string> why_no_page(const std::filesystem::path& folder);

}  // namespace spillway::cli
