#pragma once

#include <array>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Settings of an opened .cu: build options (-I, -D, -std) and slider ranges. Folded into one line until the user
/// clicks it.
class FileSettingsRows {
public:
    void draw(PanelContext& context);

private:
    struct Row {
        std::string key;    ///< "file:include", "range:TILE"
        std::string label;  ///< of the row
        std::string value;  ///< in the notation that the user types
        std::string shown;  ///< placeholder for an empty value
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
