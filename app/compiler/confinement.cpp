#include "app/compiler/confinement.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace spillway::compiler {
namespace {

constexpr std::uint64_t read_rights = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

/// The kernel's structure as of version 6; older headers have fewer members, and older kernels take the shorter sizes.
struct Ruleset {
    std::uint64_t files = 0;
    std::uint64_t network = 0;
    std::uint64_t scoped = 0;
};

std::size_t ruleset_bytes(long version)
{
    if (version >= 6) return 3 * sizeof(std::uint64_t);
    return (version >= 4 ? 2 : 1) * sizeof(std::uint64_t);
}

/// Every right that this version of the kernel can take away.
Ruleset everything(long version)
{
    Ruleset rules;
    int file_rights = 13;             // execute to make_sym
    if (version >= 2) ++file_rights;  // refer
    if (version >= 3) ++file_rights;  // truncate
    if (version >= 5) ++file_rights;  // ioctl on devices
    rules.files = (std::uint64_t{1} << file_rights) - 1;
    if (version >= 4) rules.network = 3;  // bind and connect of TCP
    if (version >= 6) rules.scoped = 3;   // abstract sockets and signals
    return rules;
}

bool allow_reading(int ruleset, const std::filesystem::path& folder)
{
    const int descriptor = open(folder.c_str(), O_PATH | O_CLOEXEC);
    if (descriptor < 0) return false;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = read_rights;
    rule.parent_fd = descriptor;
    const long status = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(descriptor);
    return status == 0;
}

model::Error refused(const char* what)
{
    return {std::string(what) + ": " + std::strerror(errno), "confinement", ""};
}

/// Lets the ruleset read `readable`, and shuts this process in with it.
std::optional<model::Error> enter(int ruleset, const std::vector<std::filesystem::path>& readable)
{
    for (const auto& folder : readable)
        if (!folder.empty() && !allow_reading(ruleset, folder)) return refused("a CUDA folder cannot be named");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
        return refused("Landlock could not be entered");
    return std::nullopt;
}

model::Expected<std::string> enter_landlock(const std::vector<std::filesystem::path>& readable)
{
    const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return refused("this kernel has no Landlock");
    const Ruleset rules = everything(version);
    const int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, ruleset_bytes(version), 0));
    if (ruleset < 0) return refused("Landlock refused its rules");
    const auto error = enter(ruleset, readable);
    close(ruleset);
    if (error) return *error;
    return "Landlock " + std::to_string(version);
}

bool write_line(const char* file, const std::string& line)
{
    const int descriptor = open(file, O_WRONLY | O_CLOEXEC);
    const bool is_written =
        descriptor >= 0 && write(descriptor, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (descriptor >= 0) close(descriptor);
    return is_written;
}

/// A user of its own who is this one outside, in whose file systems nothing is seen that is mounted from here on.
bool enter_namespaces()
{
    const std::string user = std::to_string(geteuid()), group = std::to_string(getegid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC) != 0) return false;
    return write_line("/proc/self/setgroups", "deny") && write_line("/proc/self/uid_map", user + ' ' + user + " 1") &&
           write_line("/proc/self/gid_map", group + ' ' + group + " 1") &&
           mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

/// One folder under its own path beneath the new root, to be read only. By its descriptor: its path may be covered.
bool show(const std::string& root, const std::filesystem::path& folder, int descriptor)
{
    std::error_code failure;
    const std::string place = root + folder.string();
    std::filesystem::create_directories(place, failure);
    const std::string from = "/proc/self/fd/" + std::to_string(descriptor);
    if (failure || mount(from.c_str(), place.c_str(), nullptr, MS_BIND, nullptr) != 0) return false;
    struct statvfs facts = {};
    if (statvfs(place.c_str(), &facts) != 0) return false;
    // What the place was mounted with must be said again by who has not mounted it.
    unsigned long flags = MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV;
    if ((facts.f_flag & ST_NOEXEC) != 0) flags |= MS_NOEXEC;
    if ((facts.f_flag & ST_NOATIME) != 0) flags |= MS_NOATIME;
    if ((facts.f_flag & ST_RELATIME) != 0) flags |= MS_RELATIME;
    return mount(nullptr, place.c_str(), nullptr, flags, nullptr) == 0;
}

/// Nothing is left of what a user of its own may do in there.
bool drop_rights()
{
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct none[2] = {};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_capset, &header, none) == 0;
}

/// Where the system has no Landlock: file systems of its own, which hold those folders and nothing else.
model::Expected<std::string> enter_own_files(const std::vector<std::filesystem::path>& readable)
{
    constexpr const char* root = "/tmp";  // covered, in this process only
    std::vector<std::pair<std::filesystem::path, int>> folders;
    std::error_code failure;
    for (const auto& folder : readable)
        if (const auto place = std::filesystem::canonical(folder, failure); !failure)
            folders.emplace_back(place, open(place.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    bool is_in = enter_namespaces() &&
                 mount("none", root, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=256k,mode=0755") == 0;
    for (const auto& [folder, descriptor] : folders) is_in = is_in && show(root, folder, descriptor);
    is_in =
        is_in && mount(nullptr, root, nullptr, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0;
    is_in = is_in && chroot(root) == 0 && chdir("/") == 0 && drop_rights();
    const auto why = refused("file systems of its own are not allowed");
    for (const auto& [folder, descriptor] : folders)
        if (descriptor >= 0) close(descriptor);
    if (!is_in) return why;
    return std::string("file systems of its own");
}

}  // namespace

model::Expected<std::string> confine_files(const std::vector<std::filesystem::path>& readable)
{
    auto by_landlock = enter_landlock(readable);
    if (by_landlock) return by_landlock;
    auto by_namespaces = enter_own_files(readable);
    if (by_namespaces) return by_namespaces;
    return model::Error{by_landlock.error().what + "; " + by_namespaces.error().what, "confinement", ""};
}

void bound_memory(std::size_t bytes)
{
    // What the process writes to, and not the address space: libraries and the reserves of malloc take much of that.
    const rlimit data{bytes, bytes}, none{0, 0};
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their shadow memory counts as the process's own
    setrlimit(RLIMIT_DATA, &data);
#else
    static_cast<void>(data);
#endif
    setrlimit(RLIMIT_CORE, &none);
}

}  // namespace spillway::compiler
