#include "app/compiler/confinement.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
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

}  // namespace

model::Expected<std::string> confine_files(const std::vector<std::filesystem::path>& readable)
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
