#pragma once

#include <cstdint>
#include <deque>
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
    character,  ///< see KeyPress::character
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

/// A key that went down or repeated. Characters follow the user's keyboard layout, in upper case.
struct KeyPress {
    Key key = Key::character;
    char character = 0;
    bool ctrl = false, shift = false, alt = false;
};

/// A key press, a key release or a character, in the keyboard's order.
struct Typed {
    enum class Kind { press, release, text } kind = Kind::press;
    std::optional<KeyPress> key = {};                        ///< empty if Spillway does not know the key
    unsigned character = 0;                                  ///< for Kind::text
    int code = 0, scan_code = 0, action = 0, modifiers = 0;  ///< as reported by the window system
};

/// The target that Spillway draws on and the source of its input: a real window, or a picture in memory.
class Surface {
public:
    virtual ~Surface() = default;

    /// Connects Dear ImGui's current context; call detach() before that context is destroyed.
    virtual std::optional<model::Error> attach() = 0;
    virtual void detach() = 0;

    /// Passes size, time and input to Dear ImGui.
    virtual void begin_frame() = 0;
    /// Makes the target current, so that OpenGL draws into it.
    virtual void bind() = 0;
    virtual void present() = 0;

    /// Size in framebuffer pixels.
    [[nodiscard]] virtual int width() const = 0;
    [[nodiscard]] virtual int height() const = 0;
    /// Factor for all lengths on the screen: the monitor's scale, in window coordinates.
    [[nodiscard]] virtual float layout_scale() const = 0;
    /// Framebuffer pixels per window coordinate (other than 1 on Wayland).
    [[nodiscard]] virtual float raster_scale() const = 0;

    /// True if the last pointer was a finger: texts then name no keys.
    [[nodiscard]] virtual bool is_by_touch() const { return false; }

    /// True if the presented picture is lost, for example after a resize. Call it before every picture.
    [[nodiscard]] bool take_lost_picture() { return std::exchange(lost_picture_, false); }

    /// True if the picture is painted only when its pixels are read, by the function given to set_painter().
    [[nodiscard]] virtual bool is_painted_when_asked() const { return false; }
    void set_painter(std::function<void()> painter) { painter_ = std::move(painter); }

    virtual void toggle_full_screen() {}
    virtual void set_title(const std::string&) {}

    // The shell passes typed text to Dear ImGui: see shell/typing.h.
    [[nodiscard]] const Typed* next_typed() const { return typed_.empty() ? nullptr : &typed_.front(); }
    Typed take_typed()
    {
        const Typed first = typed_.front();
        typed_.pop_front();
        return first;
    }
    /// Adds a key event from another window that has the same meaning here.
    void put_typed(const Typed& typed) { typed_.push_back(typed); }
    virtual void hand_on(const Typed& typed) = 0;
    std::vector<std::filesystem::path> take_dropped() { return std::exchange(dropped_, {}); }

protected:
    bool lost_picture_ = true;
    std::function<void()> painter_;  ///< paints the last frame if it is not painted yet
    std::deque<Typed> typed_;
    std::vector<std::filesystem::path> dropped_;
};

}  // namespace spillway::window
