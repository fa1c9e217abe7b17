#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// What to save, how, for what and where; over everything.
void draw_saving_page(PanelContext& context);

}  // namespace spillway::window
