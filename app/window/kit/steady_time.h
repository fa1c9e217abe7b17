#pragma once

#include <chrono>

namespace spillway::window {

/// Seconds of a clock that never goes back.
[[nodiscard]] inline double steady_seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace spillway::window
