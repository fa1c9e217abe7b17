#include "app/cli/page_place.h"

#include <system_error>

#include "app/base/paths.h"

namespace spillway::cli {
namespace fs = std::filesystem;
namespace {

bool is_page(const fs::path& folder)
{
    std::error_code problem;
    return fs::exists(folder / "files.json", problem);
}

}  // namespace

fs::path page_folder(const std::string& named)
{
    if (!named.empty()) return named;
    fs::path packed = base::data_folder() / "page";
    return is_page(packed) ? packed : base::data_folder() / "build/web";
}

std::optional<std::string> why_no_page(const fs::path& folder)
{
    if (is_page(folder)) return std::nullopt;
    return folder.string() +
           " holds none; scripts/build-web.sh in Spillway's source makes it, and --page FOLDER names another place";
}

}  // namespace spillway::cli
