#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <uv.h>

#include "app/model/error.h"

namespace spillway::worker_client {

/// Reports changes in folders, on a libuv loop. Call everything on the loop's thread.
class FolderWatches {
public:
    /// `on_change` receives the folder's name as passed to watch().
    FolderWatches(uv_loop_t& loop, std::function<void(const std::string& folder)> on_change);
    FolderWatches(const FolderWatches&) = delete;
    FolderWatches& operator=(const FolderWatches&) = delete;

    /// Watches a folder whose content was read no earlier than `read_at`; reports changes since then at once. Does
    /// nothing for a watched folder, unless another folder has replaced it. The Error, once per folder, says why its
    /// changes cannot be watched.
    std::optional<model::Error> watch(const std::string& folder, std::filesystem::file_time_type read_at);
    void close();  ///< call it before the loop ends

private:
    struct Watch {
        uv_fs_event_t* handle = nullptr;  ///< null if the folder cannot be watched
        std::string identity;             ///< see base::identity_of
    };
    static void close(Watch& watch);

    uv_loop_t& loop_;
    std::function<void(const std::string&)> on_change_;
    std::map<std::string, Watch> watches_;
};

}  // namespace spillway::worker_client
