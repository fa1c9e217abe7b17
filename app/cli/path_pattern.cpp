#include "app/cli/path_pattern.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fnmatch.h>

namespace spillway::cli {
namespace {

std::vector<std::string_view> names_of(std::string_view path)
{
    std::vector<std::string_view> names;
    while (!path.empty()) {
        const std::string_view name = path.substr(0, path.find('/'));
        if (!name.empty() && name != ".") names.push_back(name);
        path.remove_prefix(std::min(path.size(), name.size() + 1));
    }
    return names;
}

bool matches_name(std::string_view pattern, std::string_view name)
{
    return fnmatch(std::string(pattern).c_str(), std::string(name).c_str(), 0) == 0;
}

}  // namespace

bool matches_path(std::string_view pattern, std::string_view path)
{
    const std::vector<std::string_view> names = names_of(path);
    std::vector<std::string_view> wanted = names_of(pattern);
    if (wanted.empty()) return false;
    if (pattern.find('/') == std::string_view::npos) wanted.insert(wanted.begin(), "**");
    // is_met[i]: the pattern's names so far match the first i names of the path.
    std::vector<bool> is_met(names.size() + 1, false);
    is_met[0] = true;
    for (const std::string_view each : wanted) {
        std::vector<bool> next(names.size() + 1, false);
        for (std::size_t i = 0; i <= names.size(); ++i) {
            if (each == "**")
                next[i] = is_met[i] || (i > 0 && next[i - 1]);
            else
                next[i] = i > 0 && is_met[i - 1] && matches_name(each, names[i - 1]);
        }
        is_met = std::move(next);
    }
    for (std::size_t i = 1; i < is_met.size(); ++i)
        if (is_met[i]) return true;  // the path, or a folder above it
    return false;
}

}  // namespace spillway::cli
