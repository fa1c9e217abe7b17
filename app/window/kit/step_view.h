#pragma once

#include <string>
#include <vector>

#include "app/window/kit/panel.h"

namespace spillway::window {

// A step of a lesson owns its screen: it opens with the view of its show line. The learner's moves are theirs until the
// next step; show_step_view() goes back.

/// The current step's view.
[[nodiscard]] const StepView& step_view(const session::SessionView& session, const ViewState& view);

/// Metric of the large chart: the one that the learner sketches over, their choice in this step, else the step's;
/// empty: the first.
[[nodiscard]] std::string large_chart(const session::SessionView& session, const ViewState& view);
/// Tab of the panel that stands beside the lesson: the learner's choice in this step, else the step's; empty: none.
[[nodiscard]] std::string pane_beside(const session::SessionView& session, const ViewState& view);
void choose_large_chart(const session::SessionView& session, ViewState& view, const std::string& metric);
/// An empty tab closes the pane.
void choose_pane_beside(const session::SessionView& session, ViewState& view, const std::string& tab);

/// True if the current step asks a question, open or answered.
[[nodiscard]] bool asks_question(const session::SessionView& session, const ViewState& view);

/// True if the current step shows lines of code in its text.
[[nodiscard]] bool shows_code(const session::SessionView& session, const ViewState& view);

/// True if the panel with this key is on the screen: it is the current tab, or stands beside the lesson.
[[nodiscard]] bool is_tab_visible(const session::SessionView& session, const ViewState& view, std::string_view tab);

/// False if the selection, the hidden variants, the warp's place, the large chart or the pane differ from the step's
/// view; values that its show line omits count at their initial values. True for a step without a line.
[[nodiscard]] bool shows_step_view(const session::SessionView& session, const ViewState& view);
/// Shows the step's view; does nothing without a show line.
void show_step_view(session::Session& session, ViewState& view);

}  // namespace spillway::window
