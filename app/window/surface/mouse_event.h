#pragma once

namespace spillway::window {

/// One mouse event. Positions are canvas pixels; for a wheel, `x` and `y` are steps.
struct MouseEvent {
    enum class Kind { move, button, wheel } kind = Kind::move;
    float x = 0, y = 0;
    int button = 0;  ///< Dear ImGui's numbers: left, right, middle
    bool down = false;
    friend bool operator==(const MouseEvent&, const MouseEvent&) = default;
};

/// A coordinate outside all items.
inline constexpr float nowhere = -1e6f;

}  // namespace spillway::window
