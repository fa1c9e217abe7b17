#pragma once

#include <memory>

#include "app/window/shell/app.h"
#include "app/window/shell/speaker_notes.h"
#include "app/window/surface/window_surface.h"

namespace spillway::window {

/// A second desktop window with the speaker's notes, open while the view requests it.
class SpeakerWindow {
public:
    SpeakerWindow() = default;
    ~SpeakerWindow();

    /// Opens, closes or redraws the window as `app` requires. Call it between two frames of the main window.
    void follow(session::Session& session, App& app, WindowSurface& window);
    /// Seconds until it must be drawn again; negative: no limit.
    [[nodiscard]] double wait_seconds() const;

private:
    void open(ViewState& view, const WindowSurface& window);
    void close();

    std::unique_ptr<WindowSurface> surface_;
    std::unique_ptr<SpeakerNotes> notes_;
};

}  // namespace spillway::window
