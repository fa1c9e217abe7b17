#pragma once

#include <filesystem>
#include <optional>

#include "app/model/error.h"

namespace spillway::base {

/// Lock file beside a file that one program reads, extends and replaces. The lock file names its holder; the system
/// releases the lock when the holder dies.
class FileLock {
public:
    /// Does not wait. The Error names the process that holds the lock.
    [[nodiscard]] static model::Expected<FileLock> take(const std::filesystem::path& file);
    /// True if a holder runs, or was killed.
    [[nodiscard]] static bool is_or_was_held(const std::filesystem::path& file);
    ~FileLock();
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&&) = delete;

private:
    FileLock(std::filesystem::path path, int descriptor);
    std::filesystem::path path_;
    int descriptor_ = -1;
};

}  // namespace spillway::base
