#pragma once

#include <span>

namespace spillway::window {

/// A row of the help overlay.
struct Shortcut {
    const char* group;
    const char* keys;  ///< "Ctrl + Z"
    const char* what;
    const char* action = nullptr;         ///< its name in keys.json (key_bindings.h); null: the keys are fixed
    const char* second_action = nullptr;  ///< for a row with two actions
    /// True for keys that a page lacks: the browser takes them, or a page cannot perform their action.
    bool needs_installation = false;
};

/// The keys that this program handles; in a page, without those that need an installation.
[[nodiscard]] std::span<const Shortcut> shortcuts();

/// Group of the keys for lectures: first on the help page in present mode.
inline constexpr const char* lecture_keys = "Lecture";

}  // namespace spillway::window
