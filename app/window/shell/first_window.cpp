#include "app/window/shell/first_window.h"

#include <utility>

namespace spillway::window {

FirstWindow::FirstWindow(std::filesystem::path folder) : folder_(std::move(folder))
{
    retry();
}

void FirstWindow::retry()
{
    if (lock_ || folder_.empty()) return;
    if (auto taken = base::FileLock::take(folder_ / "window")) lock_.emplace(std::move(*taken));
}

}  // namespace spillway::window
