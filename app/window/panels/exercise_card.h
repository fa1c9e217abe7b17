#pragma once

#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// In a lesson: an exercise that belongs to it, to be begun or taken up again.
void draw_exercise_offer(PanelContext& context, const model::Experiment& exercise, float width);

/// Above the text of an exercise: its goals as they stand, and what is still missing. A win is remembered.
void draw_exercise_verdict(PanelContext& context, int& hints, float width);

/// The same beside the editor, in few lines.
void draw_exercise_strip(PanelContext& context);

}  // namespace spillway::window
