#pragma once

// The window in a web page: no processes, no threads, no blocking loop. A frame is drawn only after a change.

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <emscripten/html5.h>

#include "app/model/error.h"
#include "app/session/session.h"
#include "app/window/panels/views.h"
#include "app/window/shell/app.h"
#include "app/window/shell/settings_keeper.h"
#include "app/window/surface/browser_surface.h"

namespace spillway::web {

using namespace window;

/// The parts of the page, and its drawing schedule.
class Page {
public:
    static std::optional<model::Error> open();

    void open_view(const std::string& fragment);
    /// False if the file holds no recording; page.js requests it again.
    bool take_part(const std::string& file)
    {
        const auto refused = session_->add_to_recording(file);
        if (refused) app_->view().status_notice = refused->line();
        wake();
        return !refused;
    }
    /// Loads the experiments that arrive after the first charts, some at a time, then releases input.
    void read_on();
    /// A message has arrived from the room.
    void hear() { ask_for_frame(); }
    void say(const std::string& line)
    {
        app_->view().status_notice = line;
        wake();
    }
    /// `keeps`: whether the browser saves the learner's work. Otherwise the window shows "Not saved".
    void take_keeping(bool keeps);
    /// Copies or cuts at once, because the browser's event waits for the text.
    void copy(bool cuts)
    {
        surface_->press_with_ctrl(cuts ? 'X' : 'C');
        while (surface_->has_input()) frame();
    }
    void type(int fewer, const std::string& utf8) { surface_->type(fewer, utf8); }
    void move(float x, float y)
    {
        if (surface_->move(x, y)) hurry();
    }
    void slide(float x, float y)
    {
        if (surface_->slide(x, y)) hurry();
    }
    /// Processes the touch first: a browser shows its keyboard only during a touch event.
    bool wants_text()
    {
        constexpr int max_frames = 8;
        for (int i = 0; i < max_frames && (surface_->has_input() || app_->wants_frame()); ++i) frame();
        return app_->wants_text();
    }
    /// A button of the text beside the canvas (lesson_beside.h).
    void act(const std::string& act);
    /// No frame is drawn until regain_graphics().
    void lose_graphics()
    {
        has_graphics_ = false;
        hide();
    }
    /// Recreates everything that was in the graphics context. The session, the view and the learner's text stay.
    std::optional<model::Error> regain_graphics();
    void hide();
    BrowserSurface& surface() { return *surface_; }
    [[nodiscard]] std::optional<Rect> find(const std::string& item) const { return app_->items().find(item); }

private:
    Page() = default;
    static EM_BOOL on_frame(double, void* self)
    {
        static_cast<Page*>(self)->frame_of_browser();
        return false;
    }
    void wake()
    {
        had_input_ = true;
        ask_for_frame();
    }
    void hurry();
    void update();
    void look_at(const std::string& experiment);
    void has_all();
    void ask_for_frame()
    {
        if (is_frame_requested_) return;
        is_frame_requested_ = true;
        frame_ = emscripten_request_animation_frame(on_frame, this);
    }
    void frame_of_browser();
    void frame();
    void rest();
    void write_after(double seconds);
    void write();
    void write_while_animating();
    void show_link();
    [[nodiscard]] Settings settings(bool is_running) const
    {
        Settings settings = app_->settings(surface_->width(), surface_->height());
        settings.is_running = is_running;
        settings.start_here = is_running && app_->start_here().is_open();  // closing the page closes the start screens
        return settings;
    }

    std::unique_ptr<session::Session> session_;
    std::unique_ptr<BrowserSurface> surface_;
    std::unique_ptr<App> app_;
    SettingsKeeper keeper_;
    std::string shown_link_, shown_experiment_, read_out_, beside_;
    std::string looked_at_;  ///< experiment whose recorded results are loaded
    bool has_all_ = false;   ///< all experiments are loaded; otherwise some are outlines
    bool had_input_ = false, is_frame_requested_ = false, was_ready_ = false, had_chart_ = false;
    bool is_hurried_ = false;  ///< the last frame was drawn in an event, for the browser's next picture
    bool has_graphics_ = true;
    long frame_ = 0, timer_ = 0, writing_timer_ = 0;
    double unwritten_since_ = 0;              ///< milliseconds; of the write that writing_timer_ brings
    double last_input_ = 0, written_at_ = 0;  ///< milliseconds
};

/// Null until Page::open().
extern std::unique_ptr<Page> page;

}  // namespace spillway::web
