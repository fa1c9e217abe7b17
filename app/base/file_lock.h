#pragma once

#include <filesystem>
#include <optional>

#include "app/model/error.h"

namespace spillway::base {

/// Held while a file is read, added to and replaced by one program: a lock file beside it, which names its holder. The
/// system lets go of it when the holder dies.
class FileLock {
public:
    /// Does not wait: the Error says which process holds it.
    [[nodiscard]] static model::Expected<FileLock> take(const std::filesystem::path& file);
    ~FileLock();
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&&) = delete;

private:
    FileLock(std::filesystem::path path, int descriptor);
    std::filesystem::path path_;
    int descriptor_ = -1;
};

}  // namespace spillway::base
