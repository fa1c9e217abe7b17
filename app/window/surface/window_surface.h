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
        /// The window that this one stands beside: on another monitor where there is one. It never waits for the
        /// screen then, since what is drawn next may be the other's.
        const WindowSurface* beside = nullptr;
    };
    /// Without a display, or without OpenGL 3.3, an Error that says what to do instead.
    static model::Expected<std::unique_ptr<WindowSurface>> open(const Options& options);

    [[nodiscard]] virtual bool should_close() const = 0;
    /// Size to open it with next time: in the units of Options, without full screen.
    [[nodiscard]] virtual int window_width() const = 0;
    [[nodiscard]] virtual int window_height() const = 0;
    /// Its middle, in the coordinates that all monitors share.
    [[nodiscard]] virtual std::pair<int, int> middle() const = 0;
    /// Waits for input in any window; negative: without a bound.
    virtual void wait_events(double timeout_seconds) = 0;
    virtual void poll_events() = 0;
    /// True once after anything that came from the user or the window system.
    virtual bool take_had_input() = 0;
    /// Ends wait_events from any thread.
    static void wake();
};

}  // namespace spillway::window
