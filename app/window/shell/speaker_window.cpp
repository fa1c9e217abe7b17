#include "app/window/shell/speaker_window.h"

namespace spillway::window {

SpeakerWindow::~SpeakerWindow()
{
    close();
}

void SpeakerWindow::close()
{
    notes_.reset();
    surface_.reset();
}

void SpeakerWindow::open(ViewState& view, const WindowSurface& window)
{
    const auto refuse = [&](const model::Error& error) {
        view.shows_speaker_notes = false;
        view.status_notice = "No second window: " + error.line();
        close();
    };
    auto surface = WindowSurface::open({.width = 1000, .height = 700, .title = "Speaker's notes", .beside = &window});
    if (!surface) return refuse(surface.error());
    surface_ = std::move(*surface);
    auto notes = SpeakerNotes::open(*surface_);
    if (!notes) return refuse(notes.error());
    notes_ = std::move(*notes);
}

void SpeakerWindow::follow(session::Session& session, App& app, WindowSurface& window)
{
    ViewState& view = app.view();
    if (!view.talk || (surface_ != nullptr && surface_->should_close())) view.shows_speaker_notes = false;
    if (view.shows_speaker_notes && surface_ == nullptr) open(view, window);
    if (!view.shows_speaker_notes) {
        if (surface_ != nullptr) app.owe_frames();  // its button is no longer on
        return close();
    }
    if (surface_->take_had_input()) notes_->owe_frames();
    if (!notes_->wants_frame(view)) return;
    const int at = view.talk->at;
    notes_->frame(session, view, window);
    if (view.talk->at != at || !view.shows_speaker_notes) app.owe_frames();
}

double SpeakerWindow::wait_seconds() const
{
    return notes_ == nullptr ? -1 : notes_->wait_seconds();
}

}  // namespace spillway::window
