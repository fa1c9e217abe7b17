#pragma once

#include <span>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/surface/surface.h"

namespace spillway::window {

/// State that a key may change. Flags are requests that App handles after the frame.
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

/// A row of the help overlay.
struct Shortcut {
    const char* group;
    const char* keys;  ///< "Ctrl + Z"
    const char* what;
    const char* action = nullptr;         ///< its name in keys.json (key_bindings.h); null: the keys are fixed
    const char* second_action = nullptr;  ///< for a row with two actions
    /// In a page the browser takes these keys, or a page cannot do what they ask for.
    bool needs_installation = false;
};

/// The keys that have a meaning in this program: in a page without those that need an installation.
[[nodiscard]] std::span<const Shortcut> shortcuts();

/// Group of the keys for lectures: first on the help page in present mode.
inline constexpr const char* lecture_keys = "Lecture";

/// Handles a key that types no text. True if the key has a meaning.
bool handle_key(const KeyPress& press, KeyTarget& target);

/// Tabs in order, including the right panel if there is no room for it beside the tabs.
[[nodiscard]] std::vector<const Panel*> visible_tabs(const ViewState& view);

}  // namespace spillway::window
