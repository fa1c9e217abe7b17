#pragma once

#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

// A lesson is read in steps of one screen each; the window keeps the current step of each lesson.

/// Stored step of the experiment's lesson, from 1; it may lie beyond the lesson's end.
[[nodiscard]] int shown_step(const ViewState& view, const std::string& experiment);
/// Stores the step; nothing else moves.
void show_step(ViewState& view, const std::string& experiment, int step);

/// Moves the selected lesson by so many steps and shows the new step's view (step_view.h). In a step without a show
/// line sliders move to the values that its text sets first, unless its question is open. If another tab is shown, the
/// lesson's tab opens instead.
void turn_lesson(session::Session& session, ViewState& view, int by);
void go_to_question(session::Session& session, ViewState& view, const std::string& question);

}  // namespace spillway::window
