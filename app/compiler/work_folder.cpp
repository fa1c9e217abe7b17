#include "app/compiler/work_folder.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

#include "app/compiler/tool_search.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view folder_prefix = "spillway-work-";

fs::path temporary_folder()
{
    const std::string named = environment("TMPDIR");
    std::error_code error;
    return !named.empty() && fs::path(named).is_absolute() && fs::is_directory(named, error) ? named : "/tmp";
}

/// Whether the process of "spillway-work-1234-abcdef" runs here. Workers of version 1.0.0 have no lock.
bool is_running(const std::string& name)
{
    pid_t process = 0;
    std::from_chars(name.data() + folder_prefix.size(), name.data() + name.size(), process);
    return process > 0 && (kill(process, 0) == 0 || errno != ESRCH);
}

constexpr const char* in_use = "worker";  ///< locked while its worker runs
constexpr std::int64_t young_seconds = 3600;

/// True for "spillway-work-1234-abcdef" of this user whose worker no longer runs. The process number means nothing on
/// another machine or in another namespace, so the folder's lock decides. A worker that is just starting has none yet.
bool is_left_behind(const fs::path& folder)
{
    const std::string name = folder.filename().string();
    struct stat status {};
    const bool is_own = name.starts_with(folder_prefix) && lstat(folder.c_str(), &status) == 0 &&
                        S_ISDIR(status.st_mode) && status.st_uid == getuid();
    if (!is_own) return false;
    const bool is_young = std::time(nullptr) - status.st_mtim.tv_sec < young_seconds;
    if (!base::FileLock::is_or_was_held(folder / in_use) && (is_young || is_running(name))) return false;
    return base::FileLock::take(folder / in_use).has_value();
}

void remove_leftovers(const fs::path& place)
{
    std::error_code error;
    for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (is_left_behind(at->path())) fs::remove_all(at->path(), ignored);
    }
}

std::optional<fs::path> made_folder(std::string name)
{
    name += "-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) return std::nullopt;  // only its owner can read it
    return name;
}

model::Error no_folder(const fs::path& place)
{
    return {std::string("cannot make a folder to compile in: ") + std::strerror(errno), place.string(),
            "make room there, or name another folder in TMPDIR"};
}

}  // namespace

WorkTree::~WorkTree()
{
    std::error_code ignored;
    if (!root_.empty()) fs::remove_all(root_, ignored);
}

model::Expected<std::shared_ptr<const WorkFolder>> WorkFolder::make()
{
    const fs::path place = temporary_folder();
    remove_leftovers(place);
    const auto made = made_folder((place / folder_prefix).string() + std::to_string(getpid()));
    if (!made) return no_folder(place);
    auto lock = base::FileLock::take(fs::path(*made) / in_use);
    if (lock) return std::shared_ptr<const WorkFolder>(new WorkFolder(*made, std::move(*lock)));
    // Another worker that was just looking for leftovers may have had it.
    const auto again = made_folder((place / folder_prefix).string() + std::to_string(getpid()));
    if (!again) return no_folder(place);
    auto second = base::FileLock::take(fs::path(*again) / in_use);
    if (!second) return second.error();
    return std::shared_ptr<const WorkFolder>(new WorkFolder(*again, std::move(*second)));
}

WorkFolder::~WorkFolder()
{
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

model::Expected<WorkTree> WorkFolder::write(const catalogue::SourceFiles& files) const
{
    const auto made = made_folder((path_ / "compile").string());
    if (!made) return no_folder(path_);
    WorkTree tree(*made);
    std::error_code error;
    fs::create_directories(tree.outputs(), error);
    for (const auto* folders : {&files.settings.include_folders, &files.settings.system_folders})
        for (const std::string& folder : *folders)
            if (!error) fs::create_directories(tree.sources() / folder, error);
    for (const catalogue::SourceFile& file : files.files) {
        const fs::path place = tree.sources() / file.path;
        if (!error) fs::create_directories(place.parent_path(), error);
        std::ofstream out(place, std::ios::binary);
        out.write(file.text.data(), static_cast<std::streamsize>(file.text.size()));
        out.close();
        if (error || !out) return no_folder(place);
    }
    return tree;
}

}  // namespace spillway::compiler
