#pragma once

#include <filesystem>
#include <optional>

#include "app/base/file_lock.h"

namespace spillway::window {

/// Lock held by the first of a user's open windows. The system releases it when the process ends for any reason.
class FirstWindow {
public:
    /// `folder`: the settings folder. If it is empty, no window is the first.
    explicit FirstWindow(std::filesystem::path folder);
    [[nodiscard]] bool is_it() const { return lock_.has_value(); }
    /// Takes the lock if the first window has been closed since.
    void retry();

private:
    std::filesystem::path folder_;
    std::optional<base::FileLock> lock_;
};

}  // namespace spillway::window
