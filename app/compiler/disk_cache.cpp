#include "app/compiler/disk_cache.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* suffix = ".zst";
constexpr std::uintmax_t max_file_bytes = std::uintmax_t{64} << 20;

struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::int64_t bytes = 0;
};

std::vector<Entry> entries_of(const fs::path& folder)
{
    std::vector<Entry> entries;
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code gone;  // another process may delete as this one looks
        const auto used = at->last_write_time(gone);
        const auto bytes = gone ? 0 : at->file_size(gone);
        if (gone) continue;
        if (at->path().extension() == suffix) {
            entries.push_back({at->path(), used, static_cast<std::int64_t>(bytes)});
        } else if (at->path().extension() == ".tmp" && used < long_ago) {
            fs::remove(at->path(), gone);  // of a process that was killed while it wrote
        }
    }
    return entries;
}

}  // namespace

fs::path DiskCache::default_folder()
{
    if (const std::string named = environment("SPILLWAY_CACHE_DIR"); !named.empty()) {
        return named == "none" ? fs::path() : fs::path(named);
    }
    const fs::path xdg = environment("XDG_CACHE_HOME");
    if (xdg.is_absolute()) return xdg / "spillway/compile";
    const fs::path home = environment("HOME");
    return home.is_absolute() ? home / ".cache/spillway/compile" : fs::path();
}

DiskCache::DiskCache(fs::path folder, std::int64_t max_bytes, Notice notice)
    : folder_(std::move(folder)), max_bytes_(max_bytes), notice_(std::move(notice))
{
}

fs::path DiskCache::file_of(const std::string& key) const
{
    return folder_ / (key + suffix);
}

std::optional<Compiled> DiskCache::read(const std::string& key) const
{
    if (folder_.empty()) return std::nullopt;
    const fs::path file = file_of(key);
    std::error_code error;
    const auto bytes = fs::file_size(file, error);
    if (error || bytes > max_file_bytes) return std::nullopt;
    std::string content(bytes, '\0');
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(content.data(), static_cast<std::streamsize>(bytes))) return std::nullopt;
    auto compiled = unpack(key, content);
    if (compiled) fs::last_write_time(file, fs::file_time_type::clock::now(), error);  // used last goes last
    return compiled;
}

void DiskCache::write(const std::string& key, const Compiled& compiled)
{
    if (folder_.empty() || compiled.error) return;
    const std::string content = pack(key, compiled);
    if (content.empty() || content.size() > max_file_bytes) return;
    make_room(static_cast<std::int64_t>(content.size()));
    const std::string problem = write_file(file_of(key), content);
    if (problem.empty()) return;

    const std::lock_guard lock(mutex_);
    if (std::exchange(has_complained_, true)) return;
    notice_({"compiled code cannot be kept on disk: " + problem, folder_.string(),
             "everything works, but is compiled again after a restart; free some space or set SPILLWAY_CACHE_DIR"});
}

std::string DiskCache::write_file(const fs::path& file, const std::string& content)
{
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) return error.message();

    std::uint64_t number = 0;
    {
        const std::lock_guard lock(mutex_);
        number = ++written_;
    }
    const fs::path temporary = file.string() + "." + std::to_string(getpid()) + "." + std::to_string(number) + ".tmp";
    const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) return std::strerror(errno);
    std::string problem;
    for (std::size_t done = 0; done < content.size() && problem.empty();) {
        const ssize_t count = ::write(descriptor, content.data() + done, content.size() - done);
        if (count > 0) done += static_cast<std::size_t>(count);
        if (count <= 0 && errno != EINTR) problem = std::strerror(errno);
    }
    if (close(descriptor) != 0 && problem.empty()) problem = std::strerror(errno);
    if (problem.empty()) {
        fs::rename(temporary, file, error);
        if (error) problem = error.message();
    }
    if (!problem.empty()) fs::remove(temporary, error);
    return problem;
}

void DiskCache::make_room(std::int64_t added_bytes)
{
    const std::lock_guard lock(mutex_);
    if (bytes_ && *bytes_ + added_bytes <= max_bytes_) {
        *bytes_ += added_bytes;
        return;
    }
    auto entries = entries_of(folder_);
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    std::int64_t total = added_bytes;
    for (const Entry& entry : entries) total += entry.bytes;
    // Some more than needed goes, so that the folder is not read again for every write.
    const std::int64_t goal = total > max_bytes_ ? max_bytes_ * 4 / 5 : max_bytes_;
    for (const Entry& entry : entries) {
        if (total <= goal) break;
        std::error_code error;
        if (fs::remove(entry.path, error)) total -= entry.bytes;
    }
    bytes_ = total;
}

}  // namespace spillway::compiler
