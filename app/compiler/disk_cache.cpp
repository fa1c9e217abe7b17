#include "app/compiler/disk_cache.h"

#include <algorithm>
#include <fstream>
#include <vector>

#include "app/base/output_file.h"
#include "app/base/ownership.h"
#include "app/compiler/cache_format.h"

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

/// Recognizes files of this cache by their first bytes, because no other file in the folder may be deleted.
bool is_entry(const fs::path& file)
{
    if (file.extension() != suffix) return false;
    std::string start(cache_magic.size(), '\0');
    std::ifstream stream(file, std::ios::binary);
    return stream.read(start.data(), static_cast<std::streamsize>(start.size())) && start == cache_magic;
}

/// Temporary file of a killed process.
bool is_unfinished_entry(const fs::path& file)
{
    const std::string name = file.filename().string();
    return base::is_unfinished_name(name) && name.find(std::string(suffix) + ".") != std::string::npos;
}

std::vector<Entry> entries_of(const fs::path& folder)
{
    std::vector<Entry> entries;
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code gone;  // another process may delete files meanwhile
        if (!fs::is_regular_file(at->symlink_status(gone))) continue;
        const auto used = at->last_write_time(gone);
        const auto bytes = gone ? 0 : at->file_size(gone);
        if (gone) continue;
        if (is_entry(at->path()))
            entries.push_back({at->path(), used, static_cast<std::int64_t>(bytes)});
        else if (is_unfinished_entry(at->path()) && used < long_ago)
            fs::remove(at->path(), gone);
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
    std::error_code error;
    if (folder_.empty() || !fs::exists(folder_, error) || base::only_this_user_writes(folder_)) return;
    notice_(
        {"others can write to the folder of compiled code, so nothing there can be trusted", folder_.string(),
         "everything works, but is compiled again after a restart; take that right away (chmod go-w), or name another "
         "folder in SPILLWAY_CACHE_DIR"});
    folder_.clear();
}

fs::path DiskCache::file_of(const std::string& key) const
{
    return folder_ / (key + suffix);
}

template <typename Content>
std::optional<Content> DiskCache::read_as(const std::string& key, Unpack<Content> unpack) const
{
    if (folder_.empty()) return std::nullopt;
    const fs::path file = file_of(key);
    std::error_code error;
    const auto bytes = fs::file_size(file, error);
    if (error || bytes > max_file_bytes) return std::nullopt;
    std::string content(bytes, '\0');
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(content.data(), static_cast<std::streamsize>(bytes))) return std::nullopt;
    auto read = unpack(key, content);
    if (read) fs::last_write_time(file, fs::file_time_type::clock::now(), error);  // marks the entry as recently used
    return read;
}

std::optional<Compiled> DiskCache::read(const std::string& key) const
{
    return read_as<Compiled>(key, unpack);
}

std::optional<std::vector<model::Cause>> DiskCache::read_causes(const std::string& key) const
{
    return read_as<std::vector<model::Cause>>(key, unpack_causes);
}

void DiskCache::write_causes(const std::string& key, const std::vector<model::Cause>& causes)
{
    if (!folder_.empty()) keep(key, pack_causes(key, causes));
}

std::optional<SassTexts> DiskCache::read_sass(const std::string& key) const
{
    return read_as<SassTexts>(key, unpack_sass);
}

void DiskCache::write(const std::string& key, const Compiled& compiled)
{
    if (!folder_.empty() && !compiled.error) keep(key, pack(key, compiled));
}

void DiskCache::write_sass(const std::string& key, const SassTexts& texts)
{
    if (!folder_.empty()) keep(key, pack_sass(key, texts));
}

void DiskCache::keep(const std::string& key, const std::optional<std::string>& content)
{
    if (!content || content->size() > max_file_bytes) return;
    make_room(static_cast<std::int64_t>(content->size()));
    const auto problem = write_file(file_of(key), *content);
    if (!problem) return;

    const std::lock_guard lock(mutex_);
    if (std::exchange(has_complained_, true)) return;
    notice_({"compiled code cannot be kept on disk: " + problem->what, folder_.string(),
             "everything works, but is compiled again after a restart; free some space or set SPILLWAY_CACHE_DIR"});
}

std::optional<model::Error> DiskCache::write_file(const fs::path& file, const std::string& content) const
{
    std::error_code error;
    if (fs::create_directories(folder_, error)) fs::permissions(folder_, fs::perms::owner_all, error);
    if (error) return model::Error{error.message(), folder_.string(), ""};
    return base::write_file(file, content, base::IfThere::replace, base::Durability::none);
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
    // Delete more than necessary, so that not every write scans the folder.
    const std::int64_t goal = total > max_bytes_ ? max_bytes_ * 4 / 5 : max_bytes_;
    for (const Entry& entry : entries) {
        if (total <= goal) break;
        std::error_code error;
        if (fs::remove(entry.path, error)) total -= entry.bytes;
    }
    bytes_ = total;
}

}  // namespace spillway::compiler
