#pragma once

#include <span>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/surface/surface.h"

namespace spillway::window {

/// What a key may do. The window's own wishes are flags, which App takes up after the frame.
struct KeyTarget {
    session::Session& session;
    ViewState& view;
    FocusRegistry& items;
    bool toggle_full_screen = false;
    bool quit = false;
    bool ask_what_to_save = false, save = false;
    float scroll_tab = 0;  ///< pages
    bool toggle_fill = false;
    Part drag_border = Part::none;
    float drag_by = 0;  ///< steps, right or down
};

/// A row of the help overlay.
struct Shortcut {
    const char* group;
    const char* keys;  ///< "Ctrl + Z"
    const char* what;
    const char* action = nullptr;         ///< its name in keys.json (key_bindings.h); null: always these keys
    const char* second_action = nullptr;  ///< where a row tells of two
};
[[nodiscard]] std::span<const Shortcut> shortcuts();

/// Acts on a key that types no text. True when it meant something.
bool handle_key(const KeyPress& press, KeyTarget& target);

/// Tabs in their order, including the right panel where there is no room beside the tabs.
[[nodiscard]] std::vector<const Panel*> visible_tabs(const ViewState& view);

}  // namespace spillway::window
