#include "app/cli/path_pattern.h"

#include <algorithm>
#include <vector>

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

/// The usual walk with one place to return to: linear in practice, never exponential.
bool matches_name(std::string_view pattern, std::string_view name)
{
    std::size_t at = 0, in_name = 0, star = std::string_view::npos, behind_star = 0;
    while (in_name < name.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            behind_star = in_name;
        } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == name[in_name])) {
            ++at;
            ++in_name;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            in_name = ++behind_star;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*') ++at;
    return at == pattern.size();
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
