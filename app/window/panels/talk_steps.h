#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

// What a user does with a talk, each in one function. Every change is in the talk's file at once; the status line says
// where it could not be written.

/// Reads a `.spillway-talk` file; which stop is shown does not change by that.
[[nodiscard]] std::optional<model::Error> open_talk(const std::filesystem::path& file, ViewState& view);
/// A talk whose latest change is in no file is written beside its file, as NAME.mine.spillway-talk, before it closes or
/// another takes its place; the status line says where.
void keep_unsaved_talk(ViewState& view);
/// A talk that ships with the program, at its first stop and its notes, as make_own() leaves it.
void open_course(const std::filesystem::path& file, session::Session& session, ViewState& view);
/// A change to it begins a file of one's own.
void make_own(OpenTalk& talk);
void close_talk(ViewState& view);
/// Opens the second window with the notes, or closes it. The status line says why there is none.
void toggle_speaker_notes(ViewState& view);

/// The title of the experiment that a stop shows.
[[nodiscard]] std::string stop_title(const session::SessionView& session, const teaching::TalkStop& stop);

/// Goes to a stop, counted from 0; the ends stay the ends. Present mode and theme stay as they are, and so does the
/// talk's own tab. The status line reports a view that does not fit, and the stop is still the one of now.
void show_stop(session::Session& session, ViewState& view, int stop);
/// The next (1) or the last (-1).
void step_talk(session::Session& session, ViewState& view, int step);

/// Behind the stop that is shown. Where no talk is open a new one is begun, in a file beside saved charts.
void add_stop(session::Session& session, ViewState& view);
/// What is on the screen becomes the view of the stop that is shown.
void replace_stop(session::Session& session, ViewState& view);
void remove_stop(session::Session& session, ViewState& view);
/// The stop that is shown changes places with the next (1) or the last (-1).
void move_stop(ViewState& view, int by);
void set_notes(ViewState& view, int stop, const std::string& notes);

/// Another program has written the talk's file too: which of the two texts stays.
void keep_my_talk(ViewState& view);
void take_their_talk(ViewState& view);

}  // namespace spillway::window
