#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "app/session/session.h"
#include "app/window/shell/app.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {

/// A folder of this process's own, gone when it ends: tests run beside each other.
[[nodiscard]] const std::filesystem::path& test_home();

/// What a window is opened with.
struct Start {
    int width = 1280, height = 1100;  ///< tall enough that nothing a test clicks on is scrolled out of sight
    float scale = 1;
    ViewState view = {};
    bool fill_curve = false;
    std::string worker_command = {};                        ///< empty: the one that was built with the tests
    std::filesystem::path gpus_file = SPILLWAY_GPUS_ALONE;  ///< no recording lies beside this one
};

/// The real window without a display, in front of the real session, and a user's hands.
class Driver {
public:
    /// Null where no OpenGL can be had here.
    static std::unique_ptr<Driver> open(Start start);
    /// For tests of other things than the lessons' questions: what those ask for is not covered.
    static std::unique_ptr<Driver> open(int width = 1280, int height = 1100, float scale = 1, ViewState view = {},
                                        bool fill_curve = false);

    session::Session& session() { return *session_; }
    App& app() { return *app_; }
    OffscreenSurface& surface() { return *surface_; }

    /// The window closes and opens again with what its settings kept; the session goes on.
    void reopen();

    void frames(int count = 3);
    /// Waits until everything visible is answered, then draws until the picture rests.
    void settle(double most_seconds = 60);
    /// Waits until nothing at all is being found out any more, what lessons wish for included.
    void settle_all(double most_seconds = 100);
    /// Draws until this is so; fails the test where it has not come true for a minute and a half.
    void until(const std::function<bool()>& is_so);
    /// The middle of an item, where it is on screen; fails the test where it is not.
    ImVec2 place_of(const std::string& item);
    void move_to(ImVec2 at);
    void click(const std::string& item, int button = 0);
    void click_at(ImVec2 at, int button = 0);
    /// Turns to the step of the lesson that asks this question, offers this exercise or has this button, as a user
    /// does: with Back and Next. Does nothing where the lesson has no such step.
    void turn_to(const std::string& item);
    /// The step of the lesson that is shown, from 1.
    [[nodiscard]] int step() const;
    void drag(ImVec2 from, ImVec2 to);
    void press(Key key, bool ctrl = false, bool shift = false, bool alt = false);
    void press(char character, bool ctrl = false, bool shift = false);
    void type(const std::string& text);
    /// Keeps what is on screen as pictures/<name>.png in the build folder.
    void keep_picture(const std::string& name);
    /// How many different colours a rectangle shows: whether anything was drawn there.
    int colours_in(const Rect& rect);

private:
    Driver() = default;
    bool fill_curve_ = false;
    std::unique_ptr<session::Session> session_;
    std::unique_ptr<OffscreenSurface> surface_;
    std::unique_ptr<App> app_;
};

}  // namespace spillway::window
