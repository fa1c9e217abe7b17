#pragma once

namespace spillway::window {

/// One transition of the mouse; places in the canvas's pixels, a wheel's `x` and `y` in its steps.
struct MouseEvent {
    enum class Kind { move, button, wheel } kind = Kind::move;
    float x = 0, y = 0;
    int button = 0;  ///< as Dear ImGui counts: left, right, middle
    bool down = false;
    friend bool operator==(const MouseEvent&, const MouseEvent&) = default;
};

/// Where no item is.
inline constexpr float nowhere = -1e6f;

}  // namespace spillway::window
