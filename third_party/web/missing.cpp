#include "third_party/web/missing.h"

#include <cerrno>
#include <cstdarg>

#include <fcntl.h>
#include <sys/xattr.h>
#include <unistd.h>

extern "C" {

ssize_t getrandom(void* into, size_t bytes, unsigned)
{
    return getentropy(into, bytes) == 0 ? static_cast<ssize_t>(bytes) : -1;
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags)
{
    if ((flags & RENAME_NOREPLACE) != 0 && faccessat(to_folder, to, F_OK, 0) == 0) {
        errno = EEXIST;
        return -1;
    }
    if ((flags & RENAME_EXCHANGE) == 0) return renameat(from_folder, from, to_folder, to);
    // Nobody else looks between the steps: a page has one thread.
    const std::string aside = std::string(from) + ".exchanged";
    if (renameat(from_folder, from, from_folder, aside.c_str()) != 0) return -1;
    if (renameat(to_folder, to, from_folder, from) != 0) {
        renameat(from_folder, aside.c_str(), from_folder, from);
        return -1;
    }
    return renameat(from_folder, aside.c_str(), to_folder, to);
}

int statx(int folder, const char* path, int flags, unsigned, struct statx* facts)
{
    struct stat plain = {};
    const bool is_itself = (flags & AT_EMPTY_PATH) != 0 && *path == 0;
    if ((is_itself ? fstat(folder, &plain) : fstatat(folder, path, &plain, 0)) != 0) return -1;
    *facts = {STATX_INO, plain.st_ino, {0, 0}};
    return 0;
}

// Files have no attributes of their own there.
ssize_t flistxattr(int, char*, size_t)
{
    return 0;
}

ssize_t fgetxattr(int, const char*, void*, size_t)
{
    errno = ENOTSUP;
    return -1;
}

int fsetxattr(int, const char*, const void*, size_t, int)
{
    errno = ENOTSUP;
    return -1;
}

/// Of all system calls only openat2, by number, is made; it is openat where there are no links.
long syscall(long number, ...)
{
    if (number != SYS_openat2) {
        errno = ENOSYS;
        return -1;
    }
    va_list arguments;
    va_start(arguments, number);
    const int folder = va_arg(arguments, int);
    const char* const name = va_arg(arguments, const char*);
    const auto* const how = va_arg(arguments, const open_how*);
    va_end(arguments);
    return openat(folder, name, static_cast<int>(how->flags), static_cast<mode_t>(how->mode));
}

}  // extern "C"
