#pragma once

#include "app/window/panel.h"

namespace spillway::window {

// The tabs below the charts and the picture beside them: one function per file of this folder, named
// in the table of panels.cpp.
void draw_code(PanelContext& context);
void draw_report(PanelContext& context);
void draw_occupancy(PanelContext& context);
void draw_lesson(PanelContext& context);
void draw_log(PanelContext& context);
void draw_sm(PanelContext& context);

/// True while the SM picture is moving towards a new configuration: the shell draws frames until it is not.
[[nodiscard]] bool sm_is_animating();
/// Gives back the SM picture's OpenGL objects. Call with the context current, before it goes away; the
/// next draw makes new ones.
void release_sm_picture();

}  // namespace spillway::window
