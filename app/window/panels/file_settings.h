#pragma once

#include "app/window/panels/typed_rows.h"

namespace spillway::window {

/// Rows of an opened .cu: the buttons that run it, and its settings: build options (-I, -D, -std), time limit and
/// slider ranges. The settings are folded into one line until the user clicks it.
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
