#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Buttons to edit the user's own source, to edit a copy of a shipped one, or to turn a plain .cu into an experiment.
void draw_own_buttons(PanelContext& context, bool& is_editing);
/// Switch for the stall reasons beside the lines. On if they were measured, until the user switches it off.
void draw_waits_switch(PanelContext& context, bool has_waits);

}  // namespace spillway::window
