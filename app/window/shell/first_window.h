#pragma once

#include <filesystem>
#include <optional>

#include "app/base/file_lock.h"

namespace spillway::window {

/// Lock of the first of a user's open windows. The system releases it when the window's process ends, however it ends.
class FirstWindow {
public:
    /// `folder`: of the settings. Without it, no window is the first.
    explicit FirstWindow(std::filesystem::path folder);
    [[nodiscard]] bool is_it() const { return lock_.has_value(); }
    /// Takes the lock where the first window has been closed since.
    void retry();

private:
    std::filesystem::path folder_;
    std::optional<base::FileLock> lock_;
};

}  // namespace spillway::window
