#pragma once

namespace spillway::window {

/// Whether what is saved goes where the browser puts downloads: no folder is asked for, and no PDF is written.
[[nodiscard]] bool saves_are_downloads();

}  // namespace spillway::window
