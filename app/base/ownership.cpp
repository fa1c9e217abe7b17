#include "app/base/ownership.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace spillway::base {
namespace {

/// A group that holds this user alone, as many systems make one for each user.
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

bool only_this_user_writes(const std::filesystem::path& path)
{
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0 || (facts.st_uid != geteuid() && facts.st_uid != 0)) return false;
    if ((facts.st_mode & S_IWOTH) != 0) return false;
    return (facts.st_mode & S_IWGRP) == 0 || is_private_group(facts.st_gid);
}

}  // namespace spillway::base
