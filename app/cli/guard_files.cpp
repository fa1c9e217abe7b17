#include "app/cli/guard_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/catalogue/plain/file_text.h"
#include "app/cli/guard_compiled.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

/// Visible files below a folder, in the order of their names.
std::vector<fs::path> files_below(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && at != end; at.increment(error)) {
        const bool is_hidden = at->path().filename().string().starts_with('.');
        if (is_hidden && at->is_directory(error)) at.disable_recursion_pending();
        if (!is_hidden && at->is_regular_file(error)) files.push_back(at->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

fs::path whole_path(const fs::path& path)
{
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(path, error), error);
}

}  // namespace

model::Expected<GuardFiles> guard_files(const std::vector<std::string>& paths)
{
    GuardFiles files;
    std::set<fs::path> taken;
    std::error_code error;
    for (const std::string& path : paths) {
        if (!fs::exists(path, error))
            return model::Error{"there is no such file or folder", path, "name a .cu, a folder or a compiled file"};
        const bool is_folder = fs::is_directory(path, error);
        for (const fs::path& file : is_folder ? files_below(path) : std::vector<fs::path>{path}) {
            const bool is_source = catalogue::is_cuda_file(file), is_compiled = is_compiled_file(file.string());
            if (!is_folder && !is_source && !is_compiled)
                return model::Error{"guard does not know this kind of file", path,
                                    "name a .cu, a folder, or a .cubin, .fatbin, .o, .a or .so"};
            // In a folder objects are what a build left there; they are guarded when named.
            const bool is_wanted = is_source || (is_compiled && (!is_folder || file.extension() == ".cubin"));
            if (!is_wanted || !taken.insert(whole_path(file)).second) continue;
            (is_source ? files.sources : files.compiled).push_back(file.string());
        }
    }
    if (files.sources.empty() && files.compiled.empty())
        return model::Error{"there is no .cu and no .cubin in it", paths.front(), "name another folder or file"};
    return files;
}

std::string name_beside(const std::string& budget, const std::string& file)
{
    return whole_path(file).lexically_relative(whole_path(budget).parent_path()).generic_string();
}

std::vector<std::string> missing_files(const std::string& budget, const std::vector<std::string>& names,
                                       const std::vector<std::string>& folders)
{
    const fs::path beside = whole_path(budget).parent_path();
    std::vector<std::string> missing;
    std::error_code error;
    for (const std::string& name : names) {
        const fs::path file = (beside / name).lexically_normal();
        const bool is_below = std::ranges::any_of(folders, [&](const std::string& folder) {
            return fs::is_directory(folder, error) && !file.lexically_relative(whole_path(folder)).empty() &&
                   *file.lexically_relative(whole_path(folder)).begin() != "..";
        });
        if (is_below && !fs::exists(file, error)) missing.push_back(name);
    }
    return missing;
}

}  // namespace spillway::cli
