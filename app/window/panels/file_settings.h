#pragma once

#include "app/window/panels/typed_rows.h"

namespace spillway::window {

/// Of an opened .cu: how it is built (-I, -D, -std) and over what its sliders run. Folded into one line until it is
/// clicked.
class FileSettingsRows {
public:
    void draw(PanelContext& context);

private:
    static void draw_run(PanelContext& context);
    void draw_fold(PanelContext& context);
    void draw_build(PanelContext& context);
    void draw_ranges(PanelContext& context);

    bool is_open_ = false;
    TypedRows rows_;
};

}  // namespace spillway::window
