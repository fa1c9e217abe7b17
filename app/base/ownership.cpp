#include "app/base/ownership.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <system_error>

namespace spillway::base {
namespace {

/// Whether the group has only this user, as many systems create one for each user.
bool is_private_group(gid_t group_id)
{
    const struct passwd* user = getpwuid(geteuid());
    if (user == nullptr || user->pw_gid != group_id) return false;
    const std::string name = user->pw_name;
    const struct group* group = getgrgid(group_id);
    if (group == nullptr || name != group->gr_name) return false;
    for (char** member = group->gr_mem; *member != nullptr; ++member)
        if (name != *member) return false;
    return true;
}

}  // namespace

std::filesystem::path own_place(const std::filesystem::path& file)
{
    constexpr int max_links = 8;
    std::filesystem::path place = file;
    for (int links = 0; links <= max_links; ++links) {
        struct stat facts {};
        const bool is_there = lstat(place.c_str(), &facts) == 0;
        if (!is_there && links == 0) return file;
        if (is_there && !S_ISLNK(facts.st_mode) && links == 0) return file;
        if (!only_this_user_writes(place.parent_path())) return file;
        if (!is_there) return place;
        if (facts.st_uid != geteuid()) return file;
        if (!S_ISLNK(facts.st_mode)) return S_ISREG(facts.st_mode) && only_this_user_writes(place) ? place : file;
        std::error_code failed;
        const std::filesystem::path target = std::filesystem::read_symlink(place, failed);
        if (failed) return file;
        place = place.parent_path() / target;  // an absolute target replaces the whole path
    }
    return file;
}

bool only_this_user_writes(const std::filesystem::path& path)
{
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0 || (facts.st_uid != geteuid() && facts.st_uid != 0)) return false;
    if ((facts.st_mode & S_IWOTH) != 0) return false;
    return (facts.st_mode & S_IWGRP) == 0 || is_private_group(facts.st_gid);
}

}  // namespace spillway::base
