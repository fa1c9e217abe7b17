#include "app/cli/guard_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/source_look.h"
#include "app/cli/guard_compiled.h"
#include "app/cli/path_pattern.h"

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

model::Expected<GuardFiles> guard_files(const std::vector<std::string>& paths, const std::vector<std::string>& exclude)
{
    if (std::ranges::find(exclude, "") != exclude.end())
        return model::Error{"the pattern is empty", "--exclude", "name a file or a folder, such as tests/*"};
    GuardFiles files;
    std::vector<bool> is_used(exclude.size(), false);
    const auto is_excluded = [&](const fs::path& folder, const fs::path& file) {
        const std::string inside = file.lexically_relative(folder).generic_string();
        bool is_match = false;
        for (std::size_t i = 0; i < exclude.size(); ++i) {
            if (!matches_path(exclude[i], inside)) continue;
            is_match = is_used[i] = true;
        }
        return is_match;
    };
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
            // Objects in a folder are left over from a build; they are checked only if named.
            const bool is_wanted = is_source || (is_compiled && (!is_folder || file.extension() == ".cubin"));
            if (is_wanted && is_folder && is_excluded(path, file)) continue;
            if (!is_wanted || !taken.insert(whole_path(file)).second) continue;
            (is_source ? files.sources : files.compiled).push_back(file.string());
        }
    }
    if (files.sources.empty() && files.compiled.empty())
        return model::Error{
            "there is no .cu and no .cubin in it" + std::string(exclude.empty() ? "" : " but those left out"),
            paths.front(), "name another folder or file"};
    for (std::size_t i = 0; i < exclude.size(); ++i)
        if (!is_used[i]) files.unused_patterns.push_back(exclude[i]);
    return files;
}

const model::Experiment* file_that_includes(const std::string& file, const std::vector<model::Experiment>& files)
{
    const fs::path wanted = whole_path(file);
    const auto includes_it = [&](const model::Experiment& each) {
        const fs::path own = whole_path(each.source_file);
        return own != wanted && std::ranges::any_of(catalogue::includes_of(each.source), [&](const auto& include) {
                   // Beside the including file, else in a folder of -I.
                   std::error_code error;
                   const fs::path beside = whole_path(own.parent_path() / include.name);
                   if (fs::exists(beside, error)) return beside == wanted;
                   const std::string end = "/" + fs::path(include.name).lexically_normal().generic_string();
                   return wanted.generic_string().ends_with(end);
               });
    };
    const auto found = std::ranges::find_if(files, includes_it);
    return found == files.end() ? nullptr : &*found;
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
