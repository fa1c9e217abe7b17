#pragma once

#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

// A lesson is read in steps of one screen each; the window keeps the current step of each lesson.

/// Stored step of the experiment's lesson, from 1; it may lie beyond the lesson's end.
[[nodiscard]] int shown_step(const ViewState& view, const std::string& experiment);
/// Stores the step; nothing else moves.
void show_step(ViewState& view, const std::string& experiment, int step);

/// Moves the selected lesson by `by` steps and shows the new step's view (step_view.h). A step without a show line
/// moves the sliders to the first setting link of its text, unless its question or an earlier one is open. If another
/// tab is shown, only the lesson's tab opens. An exercise has no steps to turn.
void turn_lesson(session::Session& session, ViewState& view, int by);
/// Moves the selected lesson to the step that asks the question; does nothing if no step does.
void go_to_question(session::Session& session, ViewState& view, const std::string& question);

}  // namespace spillway::window
