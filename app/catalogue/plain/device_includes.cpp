#include "app/catalogue/plain/device_includes.h"

#include <algorithm>
#include <filesystem>

#include "app/catalogue/plain/device_file.h"
#include "app/catalogue/plain/device_text.h"
#include "app/catalogue/plain/host_headers.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;

/// Whether <name> means one of the .cu's own files. Compares whole paths: CUDA has a <cuda.h>, and a project may have a
/// vendors/cuda.h.
bool is_own_in_folders(std::string_view name, const OwnPaths& own)
{
    return std::ranges::any_of(own.folders, [&](const std::string& folder) {
        const std::string path = (fs::path(folder) / name).lexically_normal().generic_string();
        return std::ranges::find(own.files, path) != own.files.end();
    });
}

/// Whether "name" may mean one of the .cu's own files.
bool is_own(std::string_view name, const std::vector<std::string>& paths)
{
    while (name.starts_with("../")) name.remove_prefix(3);
    return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
        return path == name ||
               (path.size() > name.size() && path.ends_with(name) && path[path.size() - name.size() - 1] == '/');
    });
}

}  // namespace

std::optional<TextChange> change_of_include(std::string_view directive, const std::string& path, const OwnPaths& own)
{
    if (directive_name(directive) != "include") return std::nullopt;
    const std::size_t open = directive.find_first_of("<\"");
    const std::size_t close = open == std::string_view::npos ? open : directive.find_first_of(">\"", open + 1);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view name = directive.substr(open + 1, close - open - 1);
    if (directive[open] == '"') {
        // NVRTC does not search the including file's folder: use the path relative to the common folder.
        const std::string beside = (fs::path(path).parent_path() / name).lexically_normal().generic_string();
        if (std::ranges::find(own.files, beside) != own.files.end()) return TextChange{open + 1, close, beside};
    }
    if (directive[open] == '"' ? is_own(name, own.files) : is_own_in_folders(name, own)) return std::nullopt;
    if (is_header_of_cub_for_hosts(name)) return TextChange{open + 1, close, cub_file};
    if (is_host_header(name)) return TextChange{0, directive.size(), std::nullopt};
    return std::nullopt;
}

}  // namespace spillway::catalogue
