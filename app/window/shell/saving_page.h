#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Page over the window that asks for content, format, purpose and folder of a saved picture.
void draw_saving_page(PanelContext& context);

}  // namespace spillway::window
