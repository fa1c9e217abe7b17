#pragma once

#include <string>

#include "app/window/kit/widgets.h"

namespace spillway::window {

/// A drop-down list below the item at `anchor`, or above an item near the window's bottom. The list is open while
/// ViewState::open_menu equals `key`. If begin_menu returns true, draw the entries with menu_entry and call end_menu.
/// Esc or a click outside closes the list.
[[nodiscard]] bool begin_menu(PanelContext& context, const std::string& key, const Rect& anchor, float width);
void end_menu(PanelContext& context);
/// One column if all entries fit below or above the item without scrolling, else two.
[[nodiscard]] int menu_columns(const Theme& theme, const Rect& anchor, std::size_t entries);

struct MenuEntry {
    std::string key;  ///< "gpu:h200"
    std::string label;
    std::string note;  ///< muted, at the right
    bool is_current = false;
    ImU32 dot = 0;    ///< colour of a dot before the label; 0: no dot
    float width = 0;  ///< width of the entry's column; 0: the whole menu
};
/// True when the user chose it; the menu then closes.
[[nodiscard]] bool menu_entry(PanelContext& context, const MenuEntry& entry);

/// Opens the menu after this frame. If the keyboard focus is visible, the focus moves to `focused_entry`.
void open_menu(PanelContext& context, const std::string& key, const std::string& focused_entry);

}  // namespace spillway::window
