#pragma once

#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

// A lesson is read in steps of a screen; which one is shown is kept for each lesson.

/// The step of that experiment's lesson, from 1, as it is kept; it may lie beyond the lesson's end.
[[nodiscard]] int shown_step(const ViewState& view, const std::string& experiment);
/// Shows it, and moves nothing else.
void show_step(ViewState& view, const std::string& experiment, int step);

/// By so many steps of the selected lesson. The sliders go where the new step's text puts them first, unless its
/// question is open: that asks where it asks. Where another tab is shown, the lesson comes first.
void turn_lesson(session::Session& session, ViewState& view, int by);
void go_to_question(session::Session& session, ViewState& view, const std::string& question);

}  // namespace spillway::window
