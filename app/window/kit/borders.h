#pragma once

namespace spillway::window {

/// Positions of the dragged borders, as shares of the space of both sides; 0: automatic.
struct Borders {
    float left = 0;    ///< width of the left column / width of the window
    float charts = 0;  ///< height of the charts / height of charts and tabs
    float right = 0;   ///< width of the SM / width of SM and tabs
    float lesson = 0;  ///< width of the lesson's text / width of the window, in the lesson's layout
    float source = 0;  ///< width of the source / width of source and generated code
    friend bool operator==(const Borders&, const Borders&) = default;
};

}  // namespace spillway::window
