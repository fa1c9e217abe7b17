#include "app/base/folder_reader.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "app/base/sha256.h"

namespace spillway::base {
namespace fs = std::filesystem;
namespace {

/// Opens a path beneath a folder. Follows no links where openat2 is missing (kernels before 5.6) or forbidden
/// (seccomp): only openat2 can check that a link stays inside. Paths with a '/' are refused there.
int open_beneath(int folder, const std::string& name, int flags)
{
    open_how how{};
    how.flags = static_cast<unsigned>(flags) | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const long descriptor = syscall(SYS_openat2, folder, name.c_str(), &how, sizeof how);
    if (descriptor >= 0 || (errno != ENOSYS && errno != EPERM)) return static_cast<int>(descriptor);
    if (name.find('/') != std::string::npos) {
        errno = EXDEV;
        return -1;
    }
    return openat(folder, name.c_str(), flags | O_CLOEXEC | O_NOFOLLOW);
}

model::Error refusal(int problem, const fs::path& path)
{
    if (problem == ENOENT) return {"there is no such file or folder", path.string(), ""};
    if (problem == EXDEV || problem == ELOOP)
        return {"it is a link that leads out of its folder", path.string(), "put the file itself there"};
    return {std::string("cannot be read: ") + std::strerror(problem), path.string(), ""};
}

/// Identity of `name`, or of the open folder itself if `name` is empty.
std::string identity_at(int folder, const char* name)
{
    struct statx facts {};
    if (statx(folder, name, *name == 0 ? AT_EMPTY_PATH : 0, STATX_INO | STATX_BTIME, &facts) != 0) return {};
    std::ifstream machine("/etc/machine-id");
    std::string identity{std::istreambuf_iterator<char>(machine), {}};
    identity += '|' + std::to_string(facts.stx_ino);
    if ((facts.stx_mask & STATX_BTIME) != 0)
        identity += '|' + std::to_string(facts.stx_btime.tv_sec) + '.' + std::to_string(facts.stx_btime.tv_nsec);
    return sha256(identity);
}

}  // namespace

FolderReader::FolderReader(fs::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

FolderReader::FolderReader(FolderReader&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1))
{
}

FolderReader::~FolderReader()
{
    if (descriptor_ >= 0) close(descriptor_);
}

model::Expected<FolderReader> FolderReader::open(const fs::path& folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return refusal(errno, folder);
    return FolderReader(folder, descriptor);
}

model::Expected<FolderReader> FolderReader::enter(const std::string& name) const
{
    const int descriptor = open_beneath(descriptor_, name, O_RDONLY | O_DIRECTORY);
    if (descriptor < 0) return refusal(errno, path_ / name);
    return FolderReader(path_ / name, descriptor);
}

std::string FolderReader::identity() const
{
    return identity_at(descriptor_, "");
}

std::string identity_of(const fs::path& path)
{
    return path.empty() ? std::string() : identity_at(AT_FDCWD, path.c_str());
}

bool FolderReader::has(const std::string& name) const
{
    struct stat found = {};
    return fstatat(descriptor_, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0;
}

model::Expected<std::string> FolderReader::read(const std::string& name, std::size_t max_bytes) const
{
    const fs::path path = path_ / name;
    // O_NONBLOCK: opening a pipe in the file's place would block forever.
    const int descriptor = open_beneath(descriptor_, name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) return refusal(errno, path);
    struct Closer {
        int descriptor;
        ~Closer() { close(descriptor); }
    } const closer{descriptor};

    struct stat found = {};
    if (fstat(descriptor, &found) != 0) return refusal(errno, path);
    if (!S_ISREG(found.st_mode))
        return model::Error{"that is not an ordinary file", path.string(), "", {}, model::ErrorKind::unusable_file};
    std::string text;
    char piece[65536];
    for (;;) {
        const ssize_t count = ::read(descriptor, piece, sizeof piece);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return refusal(errno, path);
        if (count == 0) return text;
        text.append(piece, static_cast<std::size_t>(count));
        if (text.size() > max_bytes)
            return model::Error{"larger than " + std::to_string(max_bytes / 1024) + " KiB",
                                path.string(),
                                "",
                                {},
                                model::ErrorKind::unusable_file};
    }
}

}  // namespace spillway::base
