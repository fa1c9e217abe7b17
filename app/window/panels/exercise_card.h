#pragma once

#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// In a lesson: one of its exercises, with a button to start or continue it.
void draw_exercise_offer(PanelContext& context, const model::Experiment& exercise, float width);

/// Above an exercise's text: the state of its goals and the missing parts. Records a win. `hints`: the number of hints
/// shown; its button changes it.
void draw_exercise_verdict(PanelContext& context, int& hints, float width);

/// The same beside the editor, in few lines.
void draw_exercise_strip(PanelContext& context);
/// The same in one line, above the editor: a mark for each goal, with its text as a tooltip, and the first open goal.
void draw_exercise_bar(PanelContext& context);

}  // namespace spillway::window
