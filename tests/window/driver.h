#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "app/session/session.h"
#include "app/window/shell/app.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {

/// A temporary folder of this process, removed at its end, so that tests can run in parallel.
[[nodiscard]] const std::filesystem::path& test_home();

/// Content of the file; empty if there is none.
[[nodiscard]] std::string read(const std::filesystem::path& file);

/// Tests over all experiments run in so many parts.
inline constexpr std::size_t parts_of_catalogue = 4;

/// Options for opening a window.
struct Start {
    int width = 1280, height = 1100;  ///< tall enough to show every item that a test clicks
    float scale = 1;
    ViewState view = {};
    bool fill_curve = false;
    bool lesson_leads = false;                              ///< else all panels are unfolded
    bool disassembles = false;                              ///< always true for a view that opens on the tab Code
    std::string worker_command = {};                        ///< empty: the worker built with the tests
    std::filesystem::path gpus_file = SPILLWAY_GPUS_ALONE;  ///< a file without recordings beside it
};

/// The real window without a display, the real session, and simulated user input.
class Driver {
public:
    /// Null if OpenGL is not available.
    static std::unique_ptr<Driver> open(Start start);
    /// For tests unrelated to the lessons' questions: no answer is covered.
    static std::unique_ptr<Driver> open(int width = 1280, int height = 1100, float scale = 1, ViewState view = {},
                                        bool fill_curve = false);

    session::Session& session() { return *session_; }
    App& app() { return *app_; }
    OffscreenSurface& surface() { return *surface_; }

    /// Closes the window and reopens it with its saved settings; the session continues.
    void reopen();

    void frames(int count = 3);
    /// Waits for all visible results, then draws until the picture is stable.
    void settle(double max_seconds = 60);
    /// Waits for all results, including those that lessons request in the background.
    void settle_all(double max_seconds = 100);
    /// Draws until the condition is true; fails the test after 90 s.
    void until(const std::function<bool()>& is_so);
    /// Centre of an item; fails the test if it is not on the screen.
    ImVec2 place_of(const std::string& item);
    void move_to(ImVec2 at);
    void click(const std::string& item, int button = 0);
    void click_at(ImVec2 at, int button = 0);
    /// Moves with Back and Next, like a user, to the lesson step with this question, exercise or button. Does nothing
    /// if there is no such step.
    void turn_to(const std::string& item);
    /// Current step of the lesson, from 1.
    [[nodiscard]] int step() const;
    void drag(ImVec2 from, ImVec2 to);
    void press(Key key, bool ctrl = false, bool shift = false, bool alt = false);
    void press(char character, bool ctrl = false, bool shift = false);
    void type(const std::string& text);
    /// Saves the screen as pictures/<name>.png in the build folder.
    void keep_picture(const std::string& name);
    /// Number of different colours in a rectangle: more than one means that something was drawn.
    int colours_in(const Rect& rect);

private:
    Driver() = default;
    bool fill_curve_ = false;
    std::unique_ptr<session::Session> session_;
    std::unique_ptr<OffscreenSurface> surface_;
    std::unique_ptr<App> app_;
};

}  // namespace spillway::window
