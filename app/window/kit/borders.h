#pragma once

namespace spillway::window {

/// Where the user has dragged the borders, as shares of the room that both sides have; 0: by itself.
struct Borders {
    float left = 0;    ///< the left column, of the window's width
    float charts = 0;  ///< the charts, of the height that they and the tabs have
    float right = 0;   ///< the SM, of the width that it and the tabs have
    float source = 0;  ///< the source, of the width that it and the generated code have
    friend bool operator==(const Borders&, const Borders&) = default;
};

}  // namespace spillway::window
