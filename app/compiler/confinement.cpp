#include "app/compiler/confinement.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "app/compiler/private_files.h"

namespace spillway::compiler {
namespace {

constexpr std::uint64_t read_rights = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

/// The kernel's landlock_ruleset_attr of version 6. Older headers have fewer members; older kernels need a shorter
/// size.
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

/// All permissions that this kernel version can restrict.
Ruleset all_rights(long version)
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

/// Allows `rights` on a path. A file gets only those that apply to files.
bool allow(int ruleset, const std::filesystem::path& place, std::uint64_t rights)
{
    const int descriptor = open(place.c_str(), O_PATH | O_CLOEXEC);
    if (descriptor < 0) return false;
    struct stat place_status {};
    if (fstat(descriptor, &place_status) == 0 && !S_ISDIR(place_status.st_mode))
        rights &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = rights;
    rule.parent_fd = descriptor;
    const long status = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(descriptor);
    return status == 0;
}

model::Error system_error(const char* what)
{
    return {std::string(what) + ": " + std::strerror(errno), "confinement", ""};
}

std::optional<model::Error> enter(int ruleset)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
        return system_error("cannot apply Landlock's rules");
    return std::nullopt;
}

}  // namespace

namespace {

struct Allowed {
    std::filesystem::path place;
    std::uint64_t rights = 0;
    bool must_be_there = false;
};

model::Expected<std::string> confine(long version, const Ruleset& rules, const std::vector<Allowed>& all)
{
    const int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, ruleset_bytes(version), 0));
    if (ruleset < 0) return system_error("cannot create Landlock's rules");
    std::optional<model::Error> error;
    for (const Allowed& each : all)
        if (!each.place.empty() && !allow(ruleset, each.place, each.rights) && each.must_be_there)
            error = system_error("cannot allow a folder that the compiler reads");
    if (!error) error = enter(ruleset);
    close(ruleset);
    if (error) return *error;
    return "Landlock " + std::to_string(version);
}

long landlock_version()
{
    return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

std::vector<KeptPlace> kept(const std::vector<std::filesystem::path>& places, bool is_writable, bool must_be_there)
{
    std::vector<KeptPlace> all;
    for (const auto& place : places) all.push_back({place, is_writable, must_be_there});
    return all;
}

}  // namespace

model::Expected<std::string> confine_files(const std::vector<std::filesystem::path>& readable)
{
    const long version = landlock_version();
    if (version < 1) return keep_only(kept(readable, false, true));
    std::vector<Allowed> all;
    for (const auto& folder : readable) all.push_back({folder, read_rights, true});
    return confine(version, all_rights(version), all);
}

model::Expected<std::string> confine_tools(const ToolRights& rights)
{
    const long version = landlock_version();
    if (version < 1) {
        std::vector<KeptPlace> places = kept(rights.readable, false, false);
        for (KeptPlace& place : kept(rights.writable, true, false)) places.push_back(std::move(place));
        return keep_only(places);
    }
    const Ruleset rules = all_rights(version);
    std::vector<Allowed> all;
    for (const auto& place : rights.readable) all.push_back({place, read_rights | LANDLOCK_ACCESS_FS_EXECUTE, false});
    for (const auto& place : rights.writable)
        all.push_back({place, rules.files & ~std::uint64_t{LANDLOCK_ACCESS_FS_EXECUTE}, false});
    return confine(version, rules, all);
}

void bound_memory(std::size_t bytes)
{
    // Limit the written data, not the address space, because libraries and malloc reserve much of the latter.
    const rlimit data{bytes, bytes}, none{0, 0};
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their shadow memory would count
    setrlimit(RLIMIT_DATA, &data);
#else
    static_cast<void>(data);
#endif
    setrlimit(RLIMIT_CORE, &none);
}

int exec_program(const std::vector<std::string>& words, std::size_t from)
{
    std::vector<char*> arguments;
    for (std::size_t i = from; i < words.size(); ++i) arguments.push_back(const_cast<char*>(words[i].c_str()));
    arguments.push_back(nullptr);
    execv(arguments.front(), arguments.data());
    std::perror(arguments.front());
    return 127;
}

}  // namespace spillway::compiler
