#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <imgui.h>

#include "app/model/error.h"

namespace spillway::window {

enum class Key {
    character,  ///< KeyPress::character says which
    left,
    right,
    up,
    down,
    page_up,
    page_down,
    home,
    end,
    tab,
    enter,
    escape,
    space,
    backspace,
    del,
    f1,
    f11
};

/// A key that went down or repeated. Characters are those of the user's own keyboard layout, upper case.
struct KeyPress {
    Key key = Key::character;
    char character = 0;
    bool ctrl = false, shift = false, alt = false;
};

/// What the window is drawn on, and where its input comes from: a real window, or a picture in memory.
class Surface {
public:
    virtual ~Surface() = default;

    /// Connects Dear ImGui's current context; detach() before the context goes.
    virtual std::optional<model::Error> attach() = 0;
    virtual void detach() = 0;

    /// Feeds size, time and input to Dear ImGui.
    virtual void begin_frame() = 0;
    /// Makes the target current, so that OpenGL draws into it.
    virtual void bind() = 0;
    virtual void present() = 0;

    /// Size in framebuffer pixels.
    [[nodiscard]] virtual int width() const = 0;
    [[nodiscard]] virtual int height() const = 0;
    /// Lengths on the screen are multiplied by this: the monitor's scale, in window coordinates.
    [[nodiscard]] virtual float layout_scale() const = 0;
    /// Framebuffer pixels per window coordinate (other than 1 on Wayland).
    [[nodiscard]] virtual float raster_scale() const = 0;

    virtual void toggle_full_screen() {}
    virtual void set_title(const std::string&) {}

    std::vector<KeyPress> take_keys() { return std::exchange(keys_, {}); }
    std::vector<std::filesystem::path> take_dropped() { return std::exchange(dropped_, {}); }

protected:
    std::vector<KeyPress> keys_;
    std::vector<std::filesystem::path> dropped_;
};

/// A window on the user's screen.
class WindowSurface : public Surface {
public:
    struct Options {
        int width = 1600, height = 900;
        std::string title = "Spillway";
        bool full_screen = false;
    };
    /// Without a display, or without OpenGL 3.3, an Error that says what to do instead.
    static model::Expected<std::unique_ptr<WindowSurface>> open(const Options& options);

    [[nodiscard]] virtual bool should_close() const = 0;
    /// Size to open it with next time: in the units of Options, without full screen.
    [[nodiscard]] virtual int window_width() const = 0;
    [[nodiscard]] virtual int window_height() const = 0;
    /// Waits for input; negative: without a bound.
    virtual void wait_events(double timeout_seconds) = 0;
    virtual void poll_events() = 0;
    /// True once after anything that came from the user or the window system.
    virtual bool take_had_input() = 0;
    /// Ends wait_events from any thread.
    static void wake();
};

/// A picture in memory: needs no display. Input is what the caller pushes.
class OffscreenSurface : public Surface {
public:
    struct Options {
        int width = 1600, height = 900;
        float scale = 1;
    };
    static model::Expected<std::unique_ptr<OffscreenSurface>> open(const Options& options);

    /// Which driver draws, for `doctor`: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5".
    [[nodiscard]] virtual std::string renderer() const = 0;
    virtual void resize(int width, int height, float scale) = 0;
    /// RGBA, 8 bits each, top row first.
    [[nodiscard]] virtual std::vector<std::uint8_t> pixels() = 0;

    virtual void move_mouse(float x, float y) = 0;
    virtual void mouse_button(int button, bool down) = 0;
    virtual void wheel(float steps) = 0;
    virtual void press(const KeyPress& key) = 0;
    virtual void type(const std::string& utf8) = 0;
    virtual void drop(const std::filesystem::path& folder) = 0;
    /// Time that the next frame believes has passed.
    virtual void advance(float seconds) = 0;
};

}  // namespace spillway::window
