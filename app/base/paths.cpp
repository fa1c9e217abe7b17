#include "app/base/paths.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "app/base/folder_reader.h"

namespace spillway::base {
namespace fs = std::filesystem;
namespace {

fs::path program_folder()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

/// An XDG base folder: the variable if it is absolute, as the specification requires, else below HOME. Empty if neither
/// is set: then nothing is saved, because a folder that everyone can write to is not safe.
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

fs::path home_folder()
{
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? fs::path(home) : fs::path();
}

/// A folder such as XDG_PICTURES_DIR: from the environment, else from the xdg-user-dirs file, which has lines like
/// XDG_PICTURES_DIR="$HOME/Pictures". Empty if neither names it.
fs::path user_folder(const std::string& name)
{
    if (const char* folder = std::getenv(name.c_str()); folder != nullptr && *folder == '/') return folder;
    constexpr std::size_t max_bytes = 16384;
    const auto folder = FolderReader::open(xdg_folder("XDG_CONFIG_HOME", ".config"));
    if (!folder || !folder->has("user-dirs.dirs")) return {};
    const auto text = folder->read("user-dirs.dirs", max_bytes);
    if (!text) return {};
    const std::string begin = "\n" + name + "=\"", all = "\n" + *text;
    const std::size_t at = all.find(begin);
    if (at == std::string::npos) return {};
    const std::size_t from = at + begin.size(), end = all.find('"', from);
    if (end == std::string::npos) return {};
    std::string value = all.substr(from, end - from);
    if (value.starts_with("$HOME")) value = home_folder().string() + value.substr(5);
    return value.starts_with('/') ? fs::path(value) : fs::path();
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

fs::path command_program()
{
    return program_folder() / "spillway";
}

fs::path trace_library()
{
    const fs::path here = program_folder();
    std::error_code ignored;
    for (const fs::path& folder : {here / "../lib/spillway", here})
        if (fs::exists(folder / "libspillway_trace.so", ignored))
            return fs::weakly_canonical(folder / "libspillway_trace.so", ignored);
    return {};
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

fs::path with_home(const std::string& text)
{
    const fs::path home = home_folder();
    if (home.empty() || (text != "~" && !text.starts_with("~/"))) return text;
    return text.size() < 3 ? home : home / text.substr(2);
}

fs::path pictures_folder()
{
    const fs::path home = home_folder();
    std::error_code ignored;
    for (const auto& [name, usual] :
         {std::pair{"XDG_PICTURES_DIR", "Pictures"}, std::pair{"XDG_DOCUMENTS_DIR", "Documents"}}) {
        fs::path folder = user_folder(name);
        if (folder.empty() && !home.empty()) folder = home / usual;
        if (fs::is_directory(folder, ignored)) return folder;
    }
    return home;
}

}  // namespace spillway::base
