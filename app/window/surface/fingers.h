#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/window/surface/mouse_event.h"

namespace spillway::window {

/// Translates touches into mouse events. One finger is the left mouse button, or the right one after a long press;
/// where it moves over a text that scrolls, it turns the wheel. Two fingers turn the wheel anywhere, and zoom when they
/// move apart or together. A finger presses only when it moves or is lifted: a second finger may still follow, and the
/// item below must not react before.
class Fingers {
public:
    struct Point {
        float x = 0, y = 0;  ///< canvas pixels
    };
    enum class Phase { down, moved, up };
    struct Meaning {
        std::vector<MouseEvent> mouse;
        int larger = 0;  ///< zoom steps; negative: smaller
    };

    /// `scrolls` returns true for a point where a finger scrolls if it moves up or down (`is_upright`) or to a side.
    /// Without it, one finger never scrolls.
    using Scrolls = std::function<bool(Point at, bool is_upright)>;
    void ask_where_it_scrolls(Scrolls scrolls) { scrolls_ = std::move(scrolls); }

    /// `points` are all points on the canvas, including those just lifted; `ratio` is canvas pixels per page pixel.
    Meaning take(Phase phase, std::span<const Point> points, double seconds, float ratio);

private:
    Meaning take_one(Phase phase, Point point, double seconds, float ratio);
    Meaning take_two(Phase phase, Point first, Point second, float ratio);

    Scrolls scrolls_;
    bool is_down_ = false, is_pressed_ = false, is_scrolling_ = false, are_two_ = false;
    Point came_at_;    ///< start of one finger
    Point last_;       ///< start of one finger, or where it scrolled to; middle of two fingers
    float apart_ = 0;  ///< distance of two fingers at their start
    int larger_ = 0;   ///< zoom steps since then
    double came_ = 0;
};

}  // namespace spillway::window
