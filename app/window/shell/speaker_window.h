#pragma once

#include <memory>

#include "app/window/shell/app.h"
#include "app/window/shell/speaker_notes.h"
#include "app/window/surface/window_surface.h"

namespace spillway::window {

/// A second window of the desktop with the speaker's notes, there as long as the view wants it.
class SpeakerWindow {
public:
    SpeakerWindow() = default;
    ~SpeakerWindow();

    /// Opens or closes it as `app` wants it, and draws it where it is out of date. To be called between two frames of
    /// the window.
    void follow(session::Session& session, App& app, WindowSurface& window);
    /// How long nothing is to be drawn in it; negative: for ever.
    [[nodiscard]] double wait_seconds() const;

private:
    void open(ViewState& view, const WindowSurface& window);
    void close();

    std::unique_ptr<WindowSurface> surface_;
    std::unique_ptr<SpeakerNotes> notes_;
};

}  // namespace spillway::window
