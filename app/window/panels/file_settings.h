#pragma once

#include <array>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Of an opened .cu: how it is built (-I, -D, -std) and over what its sliders run. Folded into one line until it is
/// clicked.
class FileSettingsRows {
public:
    void draw(PanelContext& context);

private:
    struct Row {
        std::string key;    ///< "file:include", "range:TILE"
        std::string label;  ///< of the row
        std::string value;  ///< as it would be typed
        std::string shown;  ///< where nothing is said
        std::string help;
    };
    static void draw_run(PanelContext& context);
    void draw_fold(PanelContext& context);
    void draw_build(PanelContext& context);
    void draw_ranges(PanelContext& context);
    void draw_row(PanelContext& context, const Row& row);
    void draw_entry(PanelContext& context, const Row& row, const Rect& place);

    bool is_open_ = false;
    std::array<char, 1024> typed_{};
};

}  // namespace spillway::window
