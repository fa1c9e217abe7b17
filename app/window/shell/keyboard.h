#pragma once

#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/surface/surface.h"

namespace spillway::window {

/// State that a key may change. The flags are requests; App handles them after the keys, before it draws the frame.
struct KeyTarget {
    session::Session& session;
    ViewState& view;
    FocusRegistry& items;
    bool toggle_full_screen = false;
    bool quit = false;
    bool ask_what_to_save = false, save = false;
    float scroll_tab = 0;  ///< in pages
    bool toggle_fill = false;
    Part drag_border = Part::none;
    float drag_by = 0;  ///< in steps, positive: right or down
};

/// Handles a key that types no text. True if the key has a meaning.
bool handle_key(const KeyPress& press, KeyTarget& target);

/// Tabs in order, including the right panel if there is no room for it beside the tabs. The tabs Talk, Trace and Run
/// here are included only if they have content.
[[nodiscard]] std::vector<const Panel*> visible_tabs(const ViewState& view);

}  // namespace spillway::window
