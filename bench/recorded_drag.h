#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/model/value.h"

namespace spillway::bench {

/// The slider goes to `position` (0 to 1 of its range) at `seconds` after the drag began.
struct DragEvent {
    double seconds;
    double position;
};

/// One hand on one slider: 120 events over 4 s, the same for every run.
struct RecordedDrag {
    std::string experiment;
    std::string parameter;
    model::Values set;  ///< what else is different from the initial values
    double first = 0;   ///< the part of the parameter's range that is dragged over
    double last = 1;
};

[[nodiscard]] const std::vector<DragEvent>& drag_events();
[[nodiscard]] const std::vector<RecordedDrag>& recorded_drags();

}  // namespace spillway::bench
