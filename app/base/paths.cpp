#include "app/base/paths.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace spillway::base {
namespace fs = std::filesystem;
namespace {

fs::path program_folder()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

/// An XDG base folder: the variable when it is absolute, as the specification asks, else under HOME. Empty where
/// neither is set: then nothing is kept, for a folder that everybody can write to is no home.
fs::path xdg_folder(const char* variable, const char* under_home)
{
    if (const char* value = std::getenv(variable); value != nullptr && value[0] == '/') return value;
    const char* home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? fs::path(home) / under_home : fs::path();
}

fs::path in_folder(const fs::path& folder, const char* name)
{
    return folder.empty() ? fs::path() : folder / name;
}

}  // namespace

fs::path data_folder()
{
    if (const char* folder = std::getenv("SPILLWAY_DATA"); folder != nullptr && *folder != 0) return folder;
    const fs::path here = program_folder();
    std::error_code ignored;
    for (const fs::path& candidate : {here / "../share/spillway", here, here / ".."})
        if (fs::exists(candidate / "assets/gpus.json", ignored)) return fs::weakly_canonical(candidate, ignored);
    return SPILLWAY_SOURCE_FOLDER;
}

fs::path worker_program()
{
    return program_folder() / "spillway-worker";
}

std::vector<fs::path> shipped_recordings(const fs::path& assets)
{
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator at(assets / "recordings", error), end; !error && at != end; at.increment(error))
        if (at->path().extension() == ".spillway") found.push_back(at->path());
    std::ranges::sort(found);
    return found;
}

fs::path config_folder()
{
    return in_folder(xdg_folder("XDG_CONFIG_HOME", ".config"), "spillway");
}

fs::path user_catalogue_folder()
{
    return in_folder(xdg_folder("XDG_DATA_HOME", ".local/share"), "spillway/kernels");
}

}  // namespace spillway::base
