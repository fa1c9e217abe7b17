#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

// User actions on a talk, one function each. Every change is written to the talk's file at once; the status line
// reports a write error.

/// Opens a `.spillway-talk` file. No stop is current at first, and the screen does not change. A talk with unsaved
/// changes is saved first (keep_unsaved_talk).
[[nodiscard]] std::optional<model::Error> open_talk(const std::filesystem::path& file, ViewState& view);
/// Saves a talk with unsaved changes beside its file, as NAME.mine.spillway-talk, before it closes or another talk
/// replaces it, or in output_folder() if that fails; the status line shows the path.
void keep_unsaved_talk(ViewState& view);
/// Opens a talk that ships with the program, at its first stop with the notes visible, after make_own().
void open_course(const std::filesystem::path& file, session::Session& session, ViewState& view);
/// Detaches the talk from its file: the first change creates the user's own file.
void make_own(OpenTalk& talk);
void close_talk(ViewState& view);
/// Opens or closes the second window with the notes. The status line shows the reason if it cannot open.
void toggle_speaker_notes(ViewState& view);

/// Title of the experiment that the stop shows.
[[nodiscard]] std::string stop_title(const session::SessionView& session, const teaching::TalkStop& stop);

/// Goes to a stop (from 0, clamped to the talk). Present mode, theme and the talk's own tab do not change. If the
/// stop's view does not match, the status line reports it, and the stop becomes current anyway.
void show_stop(session::Session& session, ViewState& view, int stop);
/// Goes to the next (1) or previous (-1) stop.
void step_talk(session::Session& session, ViewState& view, int step);

/// Adds a stop after the current one. Without an open talk, creates a new one in output_folder().
void add_stop(session::Session& session, ViewState& view);
/// Replaces the current stop's view by the screen's.
void replace_stop(session::Session& session, ViewState& view);
void remove_stop(session::Session& session, ViewState& view);
/// Swaps the current stop with the next (1) or previous (-1) one.
void move_stop(ViewState& view, int by);
void set_notes(ViewState& view, int stop, const std::string& notes);

/// Checks whether another program has written the talk's file. If so, the status line reports it, and the user must
/// choose which text stays.
void follow_talk_file(ViewState& view);
/// Resolves a conflict after another program wrote the talk's file: keeps one of the two texts.
void keep_my_talk(ViewState& view);
void take_their_talk(ViewState& view);

}  // namespace spillway::window
