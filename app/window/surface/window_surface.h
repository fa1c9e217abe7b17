#pragma once

#include <memory>
#include <string>
#include <utility>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// A window on the user's screen.
class WindowSurface : public Surface {
public:
    struct Options {
        int width = 1600, height = 900;
        std::string title = "Spillway";
        bool full_screen = false;
        /// The other window; this one opens on another monitor if there is one. It then does not wait for vertical
        /// sync, because the next picture may be the other window's.
        const WindowSurface* beside = nullptr;
    };
    /// Without a display or OpenGL 3.3, returns an Error with advice.
    static model::Expected<std::unique_ptr<WindowSurface>> open(const Options& options);

    [[nodiscard]] virtual bool should_close() const = 0;
    /// Size for the next start, in the units of Options, without full screen.
    [[nodiscard]] virtual int window_width() const = 0;
    [[nodiscard]] virtual int window_height() const = 0;
    /// Centre of the window, in the coordinates that all monitors share.
    [[nodiscard]] virtual std::pair<int, int> middle() const = 0;
    /// Waits for input in any window; a negative timeout: without a limit.
    virtual void wait_events(double timeout_seconds) = 0;
    virtual void poll_events() = 0;
    /// True once after any event from the user or the window system.
    virtual bool take_had_input() = 0;
    /// Ends wait_events from any thread.
    static void wake();
};

}  // namespace spillway::window
