#include "app/compiler/private_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

/// A folder that exists on every system. The new root is mounted over it; after the change of root, its content is
/// below `old_root`.
constexpr const char* new_root = "/tmp";
constexpr const char* old_root = "/before";

model::Error system_error(const char* what)
{
    return {std::string(what) + ": " + std::strerror(errno), "confinement", ""};
}

bool write_line(const char* file, const std::string& line)
{
    std::ofstream out(file);
    out << line;
    out.close();
    return out.good();
}

/// Keeps the user and group ids.
bool enter_namespaces()
{
    const std::string user = std::to_string(getuid()), group = std::to_string(getgid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC) != 0) return false;
    return write_line("/proc/self/setgroups", "deny") && write_line("/proc/self/uid_map", user + " " + user + " 1") &&
           write_line("/proc/self/gid_map", group + " " + group + " 1");
}

/// Mounts an empty file system as the root; the old root stays below it.
bool change_root()
{
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
    if (mount("tmpfs", new_root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755") != 0) return false;
    const std::string old = std::string(new_root) + old_root;
    std::error_code error;
    if (!fs::create_directory(old, error)) return false;
    return syscall(SYS_pivot_root, new_root, old.c_str()) == 0 && chdir("/") == 0;
}

/// A user namespace may not drop locked mount flags; repeat them on remount.
unsigned long flags_of(const fs::path& place)
{
    struct statvfs status {};
    if (statvfs(place.c_str(), &status) != 0) return 0;
    unsigned long flags = 0;
    if ((status.f_flag & ST_RDONLY) != 0) flags |= MS_RDONLY;
    if ((status.f_flag & ST_NODEV) != 0) flags |= MS_NODEV;
    if ((status.f_flag & ST_NOEXEC) != 0) flags |= MS_NOEXEC;
    if ((status.f_flag & ST_NOATIME) != 0) flags |= MS_NOATIME;
    if ((status.f_flag & ST_NODIRATIME) != 0) flags |= MS_NODIRATIME;
    if ((status.f_flag & ST_RELATIME) != 0) flags |= MS_RELATIME;
    return flags | MS_NOSUID;
}

/// A kept place and its target, resolved before the root changes, while all symbolic links can be followed.
struct Found {
    fs::path place, target;
    bool is_folder = false, is_writable = false, must_be_there = false;
};

bool keep(const Found& kept)
{
    const fs::path& place = kept.place;
    const fs::path source = old_root + kept.target.string();
    std::error_code error;
    // Exists already if it is inside another kept place.
    if (!fs::exists(place, error)) {
        fs::create_directories(kept.is_folder ? place : place.parent_path(), error);
        if (!kept.is_folder) std::ofstream{place};
    }
    const unsigned long flags = flags_of(source) | (kept.is_writable ? 0 : MS_RDONLY);
    return mount(source.c_str(), place.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0 &&
           mount(nullptr, place.c_str(), nullptr, MS_REMOUNT | MS_BIND | flags, nullptr) == 0;
}

/// Last step: no mount can be changed afterwards.
bool drop_rights()
{
    __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
    const __user_cap_data_struct none[2]{};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    for (unsigned long right = 0; prctl(PR_CAPBSET_READ, right, 0, 0, 0) >= 0; ++right)
        if (prctl(PR_CAPBSET_DROP, right, 0, 0, 0) != 0) return false;
    return syscall(SYS_capset, &head, &none) == 0;
}

/// Sorts outer places first, so that inner ones are mounted on top.
model::Expected<std::vector<Found>> find_all(const std::vector<KeptPlace>& places)
{
    std::vector<Found> found;
    for (const KeptPlace& each : places) {
        std::error_code error;
        const fs::path target = fs::canonical(each.place, error);
        if (error && each.must_be_there)
            return model::Error{"a folder that the compiler reads does not exist", each.place.string(), ""};
        if (error || !each.place.is_absolute()) continue;
        found.push_back({each.place.lexically_normal(), target, fs::is_directory(target, error), each.is_writable,
                         each.must_be_there});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.place.string() < b.place.string(); });
    return found;
}

}  // namespace

model::Expected<std::string> keep_only(const std::vector<KeptPlace>& places)
{
    const auto found = find_all(places);
    if (!found) return found.error();
    std::error_code error;
    const fs::path here = fs::current_path(error);
    if (!enter_namespaces()) return system_error("this user may not create namespaces");
    if (!change_root()) return system_error("cannot mount a private root");
    for (const Found& each : *found)
        if (!keep(each) && each.must_be_there) return system_error("cannot mount a folder that the compiler reads");
    if (umount2(old_root, MNT_DETACH) != 0 || rmdir(old_root) != 0) return system_error("cannot unmount the old root");
    if (mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, nullptr) != 0)
        return system_error("cannot make the root read-only");
    if (!drop_rights()) return system_error("cannot drop the rights over mounts");
    fs::current_path(here, error);  // fails if it is not a kept place
    return std::string("a mount namespace");
}

}  // namespace spillway::compiler
