#include "app/base/file_lock.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spillway::base {
namespace fs = std::filesystem;
namespace {

fs::path lock_file(const fs::path& file)
{
    return file.parent_path() / ("." + file.filename().string() + ".lock");
}

std::string holder_of(int descriptor)
{
    char text[64] = {};
    const ssize_t count = pread(descriptor, text, sizeof text - 1, 0);
    const std::string number(text, count > 0 ? static_cast<std::size_t>(count) : 0);
    const bool is_number = !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
    return is_number ? "process " + number : "another process";
}

/// Whether the locked file is still at the path: its previous holder may have deleted it in the meantime.
bool is_at(int descriptor, const fs::path& path)
{
    struct stat ours = {}, there = {};
    return fstat(descriptor, &ours) == 0 && lstat(path.c_str(), &there) == 0 && ours.st_ino == there.st_ino &&
           ours.st_dev == there.st_dev;
}

}  // namespace

FileLock::FileLock(fs::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

bool FileLock::is_or_was_held(const fs::path& file)
{
    std::error_code ignored;
    return fs::exists(lock_file(file), ignored);
}

model::Expected<FileLock> FileLock::take(const fs::path& file)
{
    const fs::path path = lock_file(file);
    for (int tries = 0; tries < 100; ++tries) {
        const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (descriptor < 0)
            return model::Error{std::string("it cannot be locked: ") + std::strerror(errno), file.string(),
                                "check the folder and the space on the disk"};
        if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            const std::string holder = holder_of(descriptor);
            close(descriptor);
            return model::Error{holder + " is writing this file", file.string(),
                                "wait until it has ended, or name another file"};
        }
        FileLock lock(path, descriptor);
        if (!is_at(descriptor, path)) continue;
        const std::string number = std::to_string(getpid());
        // Only for the message; the lock works without the number.
        const bool is_named = ftruncate(descriptor, 0) == 0 && pwrite(descriptor, number.data(), number.size(), 0) > 0;
        static_cast<void>(is_named);
        return lock;
    }
    return model::Error{"other programs keep taking its lock", file.string(), "try again"};
}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1))
{
}

FileLock::~FileLock()
{
    if (descriptor_ < 0) return;
    if (is_at(descriptor_, path_)) unlink(path_.c_str());
    close(descriptor_);
}

}  // namespace spillway::base
