#include "app/cli/page_place.h"

#include <system_error>

#include "app/base/paths.h"

namespace spillway::cli {
namespace fs = std::filesystem;

fs::path page_folder(const std::string& named)
{
    return named.empty() ? base::data_folder() / "build/web" : fs::path(named);
}

std::optional<std::string> why_no_page(const fs::path& folder)
{
    std::error_code problem;
    if (fs::exists(folder / "files.json", problem)) return std::nullopt;
    return folder.string() +
           " holds none; scripts/build-web.sh in Spillway's source makes it, and --page FOLDER names another place";
}

}  // namespace spillway::cli
