#include "app/base/output_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spillway::base {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view unfinished = ".unfinished";
constexpr int random_digits = 16;
constexpr std::size_t max_name_bytes = 200;  ///< file systems allow 255, including the added prefix and suffix

model::Error refusal(std::string what, const fs::path& place, std::string advice)
{
    return {std::move(what), place.string(), std::move(advice)};
}

}  // namespace

std::string random_name()
{
    std::uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) return {};
    char text[random_digits + 1];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
    return text;
}

Standing what_stands_at(const fs::path& place)
{
    struct stat self = {}, target = {};
    if (lstat(place.c_str(), &self) != 0)
        return errno == ENOENT || errno == ENOTDIR ? Standing::nothing : Standing::unknown;
    const bool is_there = stat(place.c_str(), &target) == 0;
    if (is_there && S_ISDIR(target.st_mode)) return Standing::folder;
    if (is_there && !S_ISREG(target.st_mode)) return Standing::device;
    // /dev/stdout is a link, even with output into a file.
    const std::string text = place.lexically_normal().string();
    if (S_ISLNK(self.st_mode) && (text.starts_with("/dev/") || text.starts_with("/proc/"))) return Standing::device;
    return S_ISLNK(self.st_mode) ? Standing::link : Standing::file;
}

std::optional<model::Error> check_place(const fs::path& place)
{
    const Standing standing = what_stands_at(place);
    if (standing == Standing::folder) return refusal("that is a folder", place, "name a file in it");
    if (standing == Standing::link)
        return refusal("that is a symbolic link, and links are not written through", place, "name the file itself");
    return std::nullopt;
}

model::Error OutputFile::failure(int problem) const
{
    return {std::string("the file could not be written: ") + std::strerror(problem), place_.string(),
            "check the folder and the space on the disk"};
}

model::Expected<OutputFile> OutputFile::begin(const fs::path& place, IfThere if_there, Durability durability)
{
    if (auto error = check_place(place)) return *error;
    const Standing standing = what_stands_at(place);
    if (standing == Standing::file && if_there == IfThere::refuse)
        return refusal("the file is there already", place, "name another file, or add --force to replace it");

    OutputFile file;
    file.place_ = place;
    file.if_there_ = if_there;
    file.durability_ = durability;
    if (standing == Standing::device) {
        file.descriptor_ = ::open(place.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    } else if (!file.open_beside(0666)) {
        return file.failure(errno);
    }
    if (file.descriptor_ < 0) return file.failure(errno);
    return file;
}

model::Expected<OutputFile> OutputFile::begin_beside(const fs::path& place)
{
    OutputFile file;
    file.place_ = place;
    if (!file.open_beside(0600)) return file.failure(errno);
    return file;
}

namespace {

/// After a power failure, a folder that was not written may still have the earlier file. The file is in place: where a
/// file system cannot do this, it is no error.
void keep_name(const fs::path& folder)
{
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    static_cast<void>(fsync(descriptor));
    close(descriptor);
}

}  // namespace

bool OutputFile::open_beside(unsigned mode)
{
    std::string name = place_.filename().string();
    if (name.size() > max_name_bytes) name.resize(max_name_bytes);
    const std::string random = random_name();
    if (random.empty()) return false;
    temporary_ = place_.parent_path() / ("." + name + "." + random + std::string(unfinished));
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (descriptor_ < 0) temporary_.clear();
    return descriptor_ >= 0;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : place_(std::move(other.place_)),
      temporary_(std::exchange(other.temporary_, {})),
      if_there_(other.if_there_),
      durability_(other.durability_),
      descriptor_(std::exchange(other.descriptor_, -1))
{
}

OutputFile::~OutputFile()
{
    if (descriptor_ >= 0) close(descriptor_);
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

std::optional<model::Error> OutputFile::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return failure(count == 0 ? ENOSPC : errno);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return std::nullopt;
}

std::optional<model::Error> OutputFile::place()
{
    if (temporary_.empty()) return std::nullopt;
    if (durability_ == Durability::disk && fsync(descriptor_) != 0 && errno != EINVAL) return failure(errno);
    const bool keeps_what_is_there = if_there_ == IfThere::refuse;
    int status =
        renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, place_.c_str(), keeps_what_is_there ? RENAME_NOREPLACE : 0);
    // Some file systems do not support RENAME_NOREPLACE; a hard link also refuses an existing name.
    if (status != 0 && errno == EINVAL && keeps_what_is_there) {
        status = link(temporary_.c_str(), place_.c_str());
        if (status == 0) unlink(temporary_.c_str());
    }
    if (status != 0 && errno == EEXIST)
        return refusal("a file has appeared there meanwhile", place_, "name another file");
    if (status != 0) return failure(errno);
    temporary_.clear();
    if (durability_ == Durability::disk) keep_name(place_.parent_path());
    return std::nullopt;
}

model::Expected<fs::path> OutputFile::leave()
{
    if (fsync(descriptor_) != 0 && errno != EINVAL) return failure(errno);
    return std::exchange(temporary_, {});
}

std::optional<model::Error> write_file(const fs::path& place, std::string_view bytes, IfThere if_there,
                                       Durability durability)
{
    auto file = OutputFile::begin(place, if_there, durability);
    if (!file) return file.error();
    if (auto error = file->write(bytes)) return error;
    return file->place();
}

bool is_unfinished_name(std::string_view name)
{
    if (!name.starts_with('.') || !name.ends_with(unfinished)) return false;
    name.remove_suffix(unfinished.size());
    if (name.size() < random_digits + 3 || name[name.size() - random_digits - 1] != '.') return false;
    const std::string_view digits = name.substr(name.size() - random_digits);
    return std::all_of(digits.begin(), digits.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace spillway::base
