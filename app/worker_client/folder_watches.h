#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <uv.h>

#include "app/model/error.h"

namespace spillway::worker_client {

/// Folders whose changes are reported, on a libuv loop. Everything here is called on the loop's thread.
class FolderWatches {
public:
    /// `on_change` is called with the folder as it was named.
    FolderWatches(uv_loop_t& loop, std::function<void(const std::string& folder)> on_change);
    FolderWatches(const FolderWatches&) = delete;
    FolderWatches& operator=(const FolderWatches&) = delete;

    /// Watches a folder that was read at `read_at` or later: what has changed in it since then is reported at once. Of
    /// a folder that is watched already nothing is done, unless another one has taken its place. The Error, once for
    /// each folder, says why its changes will not be noticed.
    std::optional<model::Error> watch(const std::string& folder, std::filesystem::file_time_type read_at);
    void close();  ///< to be called before the loop ends

private:
    struct Watch {
        uv_fs_event_t* handle = nullptr;  ///< null where it could not be watched
        std::string identity;             ///< of the folder, see base::identity_of
    };
    static void close(Watch& watch);

    uv_loop_t& loop_;
    std::function<void(const std::string&)> on_change_;
    std::map<std::string, Watch> watches_;
};

}  // namespace spillway::worker_client
