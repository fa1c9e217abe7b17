#pragma once

#include "app/window/panel.h"

namespace spillway::window {

// The left column, from top to bottom.
void draw_catalogue(PanelContext& context);
void draw_variants(PanelContext& context);
void draw_parameters(PanelContext& context);

}  // namespace spillway::window
