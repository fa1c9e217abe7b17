#pragma once

// Accesses of one step of a warp: a title, a switch between them where the step has several, and the picture.

#include <string>

#include "app/emulate/warp_run.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

class StepAccesses {
public:
    /// Draws the chosen access in the room that is left, at least `least_height` tall; the names of its rows in the
    /// `label_width` on the left. `key`: begins the names of its items. The step must have an access.
    void draw(PanelContext& context, const emulate::WarpRun& run, std::size_t step, const std::string& key,
              float least_height, float label_width = 0);

private:
    std::size_t side_ = 0;  ///< index of the shown access; kept from step to step
};

}  // namespace spillway::window
