#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/shell/key_bindings.h"

namespace spillway::window {

/// An entry that the field of Ctrl+K can find.
struct FindEntry {
    std::string key;   ///< the row's key: "find:lesson:first_kernel"
    std::string kind;  ///< "Lesson"
    std::string label;
    std::string note;               ///< its place, its keys, or its meaning
    std::string more;               ///< more words that find it
    std::optional<KeyPress> press;  ///< key press that performs its action; else `act` does
    std::function<void(session::Session&, ViewState&)> act;
};

/// Lessons, words of the glossary, courses, recent files, keys, commands, tabs, GPUs, questions and exercises, in this
/// order.
[[nodiscard]] std::vector<FindEntry> find_list(const PanelContext& context, const KeyBindings& bindings);

}  // namespace spillway::window
