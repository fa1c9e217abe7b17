#pragma once

#include <span>
#include <vector>

#include "app/window/surface/mouse_event.h"

namespace spillway::window {

/// What fingers mean: one is the mouse, and its right button where it has rested; two turn the wheel, and make all
/// larger or smaller as they move apart or together. One presses once it moves or is lifted: until then another may
/// come, and what lies below the first must not have been touched.
class Fingers {
public:
    struct Point {
        float x = 0, y = 0;  ///< the canvas's pixels
    };
    enum class Phase { down, moved, up };
    struct Meaning {
        std::vector<MouseEvent> mouse;
        int larger = 0;  ///< steps of size; negative: smaller
    };

    /// `points` are all that are or, at this moment, were on the canvas; `ratio` is the canvas's pixels for one of the
    /// page.
    Meaning take(Phase phase, std::span<const Point> points, double seconds, float ratio);

private:
    Meaning take_one(Phase phase, Point point, double seconds, float ratio);
    Meaning take_two(Phase phase, Point first, Point second, float ratio);

    bool is_down_ = false, is_pressed_ = false, are_two_ = false;
    Point last_;       ///< where one came down; of two the middle
    float apart_ = 0;  ///< of two, when they came
    int larger_ = 0;   ///< steps of size since then
    double came_ = 0;
};

}  // namespace spillway::window
