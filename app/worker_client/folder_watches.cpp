#include "app/worker_client/folder_watches.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include "app/base/folder_reader.h"

namespace spillway::worker_client {
namespace fs = std::filesystem;
namespace {

/// File timestamps come from the kernel's last tick, up to 10 ms behind the clock.
constexpr auto stamps_lag = std::chrono::milliseconds(20);

/// True for sources, descriptions and folders. Other files (downloads, build outputs) change often and do not matter.
bool may_matter(std::string_view file)
{
    constexpr std::array<std::string_view, 7> known = {"cu", "cuh", "h", "hpp", "inl", "json", "md"};
    const std::size_t dot = file.rfind('.');
    return dot == std::string_view::npos || std::find(known.begin(), known.end(), file.substr(dot + 1)) != known.end();
}

bool is_newer(const fs::path& path, fs::file_time_type instant)
{
    std::error_code gone;
    const fs::file_time_type written = fs::last_write_time(path, gone);
    return !gone && written >= instant;
}

/// True if a file was written, added, removed or replaced since `instant`.
bool has_changed_since(const fs::path& folder, fs::file_time_type instant)
{
    if (is_newer(folder, instant)) return true;
    std::error_code gone;
    for (fs::directory_iterator at(folder, gone), end; !gone && at != end; at.increment(gone))
        if (may_matter(at->path().filename().string()) && is_newer(at->path(), instant)) return true;
    return false;
}

}  // namespace

FolderWatches::FolderWatches(uv_loop_t& loop, std::function<void(const std::string&)> on_change)
    : loop_(loop), on_change_(std::move(on_change))
{
}

std::optional<model::Error> FolderWatches::watch(const std::string& folder, fs::file_time_type read_at)
{
    const std::string identity = base::identity_of(folder);
    const auto [entry, is_new] = watches_.try_emplace(folder);
    Watch& watch = entry->second;
    if (!is_new && watch.identity == identity) return std::nullopt;
    close(watch);
    watch = {new uv_fs_event_t, identity};
    uv_fs_event_init(&loop_, watch.handle);
    watch.handle->data = this;
    const auto on_event = [](uv_fs_event_t* event, const char* file, int, int) {
        if (file != nullptr && !may_matter(file)) return;
        char path[4096];
        std::size_t size = sizeof path;
        if (uv_fs_event_getpath(event, path, &size) != 0) size = 0;
        static_cast<FolderWatches*>(event->data)->on_change_(std::string(path, size));
    };
    if (const int status = uv_fs_event_start(watch.handle, on_event, folder.c_str(), 0); status != 0) {
        close(watch);
        return model::Error{std::string("changes cannot be watched: ") + uv_strerror(status), folder,
                            "Restart the program after editing an experiment there."};
    }
    if (has_changed_since(folder, read_at - stamps_lag)) on_change_(folder);
    return std::nullopt;
}

void FolderWatches::close(Watch& watch)
{
    uv_fs_event_t* const handle = std::exchange(watch.handle, nullptr);
    if (handle == nullptr) return;
    uv_close(reinterpret_cast<uv_handle_t*>(handle),
             [](uv_handle_t* closed) { delete reinterpret_cast<uv_fs_event_t*>(closed); });
}

void FolderWatches::close()
{
    for (auto& [folder, watch] : watches_) close(watch);
    watches_.clear();
}

}  // namespace spillway::worker_client
