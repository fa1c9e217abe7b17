#include "app/base/shared_file.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "app/base/output_file.h"

namespace spillway::base {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t max_text_bytes = std::size_t{4} << 20;
constexpr int max_tries = 100;  ///< retries while other programs save again
constexpr int max_names = 9999;

model::Error failure(int problem, const fs::path& file)
{
    if (problem == ENOENT) return {"the file no longer exists", file.string(), ""};
    return {std::string("the file could not be written: ") + std::strerror(problem), file.string(),
            "check the folder and the space on the disk"};
}

/// Whole text of an open file; empty if it is too large or cannot be read.
std::optional<std::string> text_of(int descriptor)
{
    std::string text;
    char piece[65536];
    for (;;) {
        const ssize_t count = pread(descriptor, piece, sizeof piece, static_cast<off_t>(text.size()));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 || text.size() > max_text_bytes) return std::nullopt;
        if (count == 0) return text;
        text.append(piece, static_cast<std::size_t>(count));
    }
}

/// A file opened for reading. By default follows no link; does not block on a pipe.
class OpenFile {
public:
    enum class Links { refused, followed };
    explicit OpenFile(const fs::path& file, Links links = Links::refused)
        : descriptor_(::open(
              file.c_str(), O_RDONLY | (links == Links::refused ? O_NOFOLLOW : 0) | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)),
          problem_(descriptor_ < 0 ? errno : 0)
    {
        if (descriptor_ >= 0 && fstat(descriptor_, &facts_) != 0) problem_ = errno;
    }
    ~OpenFile()
    {
        if (descriptor_ >= 0) close(descriptor_);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }
    [[nodiscard]] int problem() const { return problem_; }
    [[nodiscard]] const struct stat& facts() const { return facts_; }
    [[nodiscard]] bool is_same_file(const OpenFile& other) const
    {
        return problem_ == 0 && other.problem_ == 0 && facts_.st_ino == other.facts_.st_ino &&
               facts_.st_dev == other.facts_.st_dev;
    }
    /// Empty if it is not an ordinary file, is too large, or cannot be read.
    [[nodiscard]] std::optional<std::string> text() const
    {
        return problem_ == 0 && S_ISREG(facts_.st_mode) ? text_of(descriptor_) : std::nullopt;
    }

private:
    int descriptor_;
    int problem_;
    struct stat facts_ = {};
};

/// A read lease on an open file. While it is held, a program that opens the file for writing has to wait, and
/// is_waited_for() shows that. The few file systems without leases rely on comparing the replaced text alone.
class Lease {
public:
    explicit Lease(int descriptor) : descriptor_(descriptor)
    {
        // A waiting program raises a signal, SIGIO by default, which would end this process. SIGURG is ignored by
        // default.
        if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return;
        is_held_ = fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0;
        is_busy_ = !is_held_ && errno == EAGAIN;
    }
    ~Lease()
    {
        if (is_held_) fcntl(descriptor_, F_SETLEASE, F_UNLCK);
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    [[nodiscard]] bool is_busy() const { return is_busy_; }  ///< another program has the file open for writing
    [[nodiscard]] bool is_waited_for() const { return is_held_ && fcntl(descriptor_, F_GETLEASE) != F_RDLCK; }

private:
    int descriptor_;
    bool is_held_ = false, is_busy_ = false;
};

std::optional<model::Error> why_not_replaced(const OpenFile& file, const fs::path& path)
{
    if (file.problem() == ELOOP)
        return model::Error{"it is a symbolic link, and links are not written through", path.string(),
                            "open the file itself"};
    if (file.problem() != 0) return failure(file.problem(), path);
    if (!S_ISREG(file.facts().st_mode)) return model::Error{"that is not an ordinary file", path.string(), ""};
    if (file.facts().st_nlink > 1)
        return model::Error{"the file has a second name (a hard link), which would keep the old text", path.string(),
                            "edit it in another editor"};
    if (file.facts().st_uid != geteuid() && geteuid() != 0)
        return model::Error{"the file belongs to another user, and saving it here would make it yours", path.string(),
                            "edit it in another editor"};
    if (faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
        return model::Error{"the file is write-protected", path.string(), "allow writing to it first"};
    return std::nullopt;
}

/// Whether an attribute must be copied. The system sets its own security attributes itself.
bool must_be_kept(std::string_view attribute)
{
    return attribute.starts_with("user.") || attribute.starts_with("system.posix_acl");
}

/// Copies owner, group, permissions and attributes of the old file. False if one of them cannot be copied.
bool copy_metadata(const OpenFile& from, int to)
{
    const struct stat& facts = from.facts();
    if (fchown(to, facts.st_uid, facts.st_gid) != 0) return false;
    if (fchmod(to, facts.st_mode & 07777) != 0) return false;
    std::vector<char> names(65536), value(65536);
    const ssize_t length = flistxattr(from.descriptor(), names.data(), names.size());
    if (length < 0) return errno == ENOTSUP || errno == ENOSYS;
    for (const char* name = names.data(); name < names.data() + length; name += std::strlen(name) + 1) {
        const ssize_t size = fgetxattr(from.descriptor(), name, value.data(), value.size());
        const bool is_copied = size >= 0 && fsetxattr(to, name, value.data(), static_cast<std::size_t>(size), 0) == 0;
        if (!is_copied && must_be_kept(name)) return false;
    }
    return true;
}

/// A random name beside a file; deleted with this object unless leave() was called.
class Beside {
public:
    explicit Beside(fs::path path) : path_(std::move(path)) {}
    ~Beside()
    {
        if (!path_.empty()) unlink(path_.c_str());
    }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;
    [[nodiscard]] const fs::path& path() const { return path_; }
    void leave() { path_.clear(); }

private:
    fs::path path_;
};

/// Renames only to a free name. Returns 0 or the errno value.
int move_to_free_name(const fs::path& from, const fs::path& to)
{
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    // Some file systems do not support RENAME_NOREPLACE; a hard link also refuses an existing name.
    if (link(from.c_str(), to.c_str()) != 0) return errno;
    unlink(from.c_str());
    return 0;
}

int exchange(const fs::path& one, const fs::path& other)
{
    return renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0 ? 0 : errno;
}

bool cannot_exchange(int problem)
{
    return problem == EINVAL || problem == ENOSYS || problem == ENOTSUP;
}

/// One replacement of a file's text.
class Replacing {
public:
    Replacing(const fs::path& file, std::string_view expected, std::string_view text)
        : file_(file), expected_(expected), text_(text), before_(file), lease_(before_.descriptor())
    {
    }

    model::Expected<Replacement> run(Swap swap)
    {
        if (auto why = why_not_replaced(before_, file_)) return *why;
        if (lease_.is_busy()) return busy();
        const auto now = before_.text();
        if (!now) return model::Error{"the file cannot be read, or is too large", file_.string(), ""};
        if (*now == text_) return Replacement{true, {}};
        if (*now != expected_) return Replacement{false, *now};
        const auto path = written_beside();
        if (!path) return path.error();
        Beside beside(*path);
        return swap == Swap::exchange ? exchanged(beside) : taken_out(beside);
    }

private:
    [[nodiscard]] model::Error busy() const
    {
        return {"another program has the file open for writing", file_.string(),
                "it is saved once that program closes it"};
    }
    /// Writes the new text to a file with the old file's owner, permissions and attributes.
    [[nodiscard]] model::Expected<fs::path> written_beside() const
    {
        auto made = OutputFile::begin_beside(file_);
        if (!made) return made.error();
        if (!copy_metadata(before_, made->descriptor()))
            return model::Error{"the file's owner, group or permissions could not be kept", file_.string(),
                                "edit it in another editor"};
        if (auto problem = made->write(text_)) return *problem;
        return made->leave();
    }
    [[nodiscard]] model::Expected<Replacement> exchanged(Beside& beside)
    {
        const OpenFile ours(beside.path());
        if (const int problem = exchange(file_, beside.path()); problem != 0)
            return cannot_exchange(problem) ? taken_out(beside) : failure(problem, file_);
        const OpenFile out(beside.path());
        const auto came_out = out.text();
        const bool is_waited_for = lease_.is_waited_for();
        if (came_out == expected_ && !is_waited_for) return done(out);
        if (auto problem = put_back(beside, ours, out)) return *problem;
        if (is_waited_for) return busy();
        return found();
    }
    /// Puts the removed file back. If another program has written a newer file meanwhile, repeats with that one.
    [[nodiscard]] std::optional<model::Error> put_back(Beside& beside, const OpenFile& ours, const OpenFile& out) const
    {
        ino_t in = ours.facts().st_ino, next = out.facts().st_ino;
        for (int tries = 0; tries < max_tries; ++tries) {
            int problem = exchange(file_, beside.path());
            if (problem == ENOENT) problem = move_to_free_name(beside.path(), file_);
            if (problem == EEXIST) continue;
            struct stat came_out = {};
            if (problem == 0 && lstat(beside.path().c_str(), &came_out) != 0) return std::nullopt;
            if (problem == 0 && came_out.st_ino == in) return std::nullopt;
            if (problem != 0) break;
            in = std::exchange(next, came_out.st_ino);
        }
        const model::Error kept{"another program keeps writing the file", file_.string(),
                                "one of its versions is in " + beside.path().string()};
        beside.leave();
        return kept;
    }
    [[nodiscard]] model::Expected<Replacement> taken_out(Beside& beside)
    {
        Beside out(beside.path().string() + ".old");
        if (const int problem = move_to_free_name(file_, out.path()); problem != 0) return failure(problem, file_);
        const OpenFile taken(out.path());
        const bool is_expected = taken.text() == expected_ && !lease_.is_waited_for();
        const int problem = move_to_free_name(is_expected ? beside.path() : out.path(), file_);
        if (problem == 0 && is_expected) return done(taken);
        if (problem == 0 || problem == EEXIST) return found();
        model::Error refused = failure(problem, file_);
        if (move_to_free_name(out.path(), file_) != 0) {
            refused.advice = "the file is now at " + out.path().string() + ": rename it";
            out.leave();
        }
        return refused;
    }
    [[nodiscard]] Replacement done(const OpenFile& displaced) const
    {
        const int descriptor = fcntl(displaced.descriptor(), F_DUPFD_CLOEXEC, 0);
        return {true, {}, std::make_shared<Displaced>(descriptor, std::string(expected_))};
    }
    [[nodiscard]] model::Expected<Replacement> found() const
    {
        const OpenFile there(file_);
        if (there.problem() != 0) return failure(there.problem(), file_);
        const auto text = there.text();
        if (!text) return model::Error{"the path no longer names an ordinary file", file_.string(), ""};
        return Replacement{false, *text};
    }

    const fs::path& file_;
    std::string_view expected_, text_;
    OpenFile before_;
    Lease lease_;
};

}  // namespace

Displaced::~Displaced()
{
    if (descriptor_ >= 0) close(descriptor_);
}

std::optional<std::string> Displaced::written_since()
{
    // Open the file again: the duplicated descriptor shares the lease of the original one.
    const OpenFile again("/proc/self/fd/" + std::to_string(descriptor_), OpenFile::Links::followed);
    if (descriptor_ < 0 || again.problem() != 0 || Lease(again.descriptor()).is_busy()) return std::nullopt;
    auto now = again.text();
    if (!now || *now == text_) return std::nullopt;
    text_ = *now;
    return now;
}

std::optional<model::Error> why_not_replaced(const fs::path& file)
{
    return why_not_replaced(OpenFile(file), file);
}

model::Expected<Replacement> replace_text(const fs::path& file, std::string_view expected, std::string_view text,
                                          Swap swap)
{
    return Replacing(file, expected, text).run(swap);
}

model::Expected<fs::path> move_aside(const fs::path& file, const std::string& name)
{
    for (int number = 1; number <= max_names; ++number) {
        const fs::path aside = file.parent_path() / (name + std::to_string(number));
        const int problem = move_to_free_name(file, aside);
        if (problem == 0) return aside;
        if (problem != EEXIST)
            return model::Error{std::string("a copy cannot be kept: ") + std::strerror(problem), file.string(), ""};
    }
    return model::Error{"too many copies are kept beside it already", file.string(), "remove some of them"};
}

}  // namespace spillway::base
