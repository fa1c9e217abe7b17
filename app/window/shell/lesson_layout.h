#pragma once

#include "app/window/shell/layout.h"

namespace spillway::window {

/// The layout while a lesson is read: text and question at the left over the whole height; beside them the step's
/// chart, large, the others in one column, below them the panel that the step speaks of, and the sliders with the
/// legend.
[[nodiscard]] Layout compute_lesson_layout(const LayoutInput& input);

/// True if the window has room for that layout.
[[nodiscard]] bool has_lesson_room(const LayoutInput& input);

}  // namespace spillway::window
