#include "app/base/named_file.h"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spillway::base {
namespace fs = std::filesystem;
namespace {

/// A file opened for reading, without blocking on a pipe.
struct Opened {
    explicit Opened(const fs::path& file)
        : descriptor(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)),
          problem(descriptor < 0 ? errno : 0)
    {
        if (descriptor >= 0 && fstat(descriptor, &facts) != 0) problem = errno;
    }
    ~Opened()
    {
        if (descriptor >= 0) close(descriptor);
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

    [[nodiscard]] FileState state(std::size_t max_bytes) const
    {
        if (problem == ENOENT || problem == ENOTDIR) return FileState::gone;
        if (problem == ENXIO) return FileState::special;  // a socket, or a device without a driver
        if (problem != 0) return FileState::unreadable;
        if (!S_ISREG(facts.st_mode)) return FileState::special;
        return static_cast<std::uintmax_t>(facts.st_size) > max_bytes ? FileState::too_large : FileState::ordinary;
    }

    int descriptor;
    int problem;
    struct stat facts = {};
};

model::Error too_large(const fs::path& file, std::size_t max_bytes)
{
    return {"larger than " + std::to_string(max_bytes / 1024) + " KiB", file.string(), ""};
}

std::optional<model::Error> refusal(const Opened& opened, const fs::path& file, std::size_t max_bytes)
{
    switch (opened.state(max_bytes)) {
        case FileState::ordinary: return std::nullopt;
        case FileState::gone: return model::Error{"there is no such file", file.string(), ""};
        case FileState::special:
            return model::Error{S_ISDIR(opened.facts.st_mode) ? "that is a folder" : "that is not an ordinary file",
                                file.string(), "name an ordinary file"};
        case FileState::too_large: return too_large(file, max_bytes);
        case FileState::unreadable: break;
    }
    return model::Error{std::string("cannot be read: ") + std::strerror(opened.problem), file.string(), ""};
}

}  // namespace

FileState state_of_file(const fs::path& file, std::size_t max_bytes)
{
    return Opened(file).state(max_bytes);
}

std::optional<model::Error> why_not_read(const fs::path& file, std::size_t max_bytes)
{
    return refusal(Opened(file), file, max_bytes);
}

model::Expected<std::string> read_named_file(const fs::path& file, std::size_t max_bytes)
{
    const Opened opened(file);
    if (auto refused = refusal(opened, file, max_bytes)) return *refused;
    std::string text;
    char piece[65536];
    for (;;) {
        const ssize_t count = ::read(opened.descriptor, piece, sizeof piece);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return model::Error{std::string("cannot be read: ") + std::strerror(errno), file.string(), ""};
        if (count == 0) return text;
        text.append(piece, static_cast<std::size_t>(count));
        if (text.size() > max_bytes) return too_large(file, max_bytes);  // grown in the meantime
    }
}

}  // namespace spillway::base
