#pragma once

#include <string>

#include "app/window/kit/widgets.h"

namespace spillway::window {

/// A list that drops from an item: open while ViewState::open_menu is its key. Between begin_menu
/// (when true) and end_menu its entries are drawn with menu_entry; Esc or a click beside it closes it.
[[nodiscard]] bool begin_menu(PanelContext& context, const std::string& key, const Rect& anchor, float width);
void end_menu(PanelContext& context);
/// How many columns so many entries need below or above the item, so that none has to be scrolled to: one or two.
[[nodiscard]] int menu_columns(const Theme& theme, const Rect& anchor, std::size_t entries);

struct MenuEntry {
    std::string key;  ///< "gpu:h200"
    std::string label;
    std::string note;  ///< muted, at the right
    bool is_current = false;
    ImU32 dot = 0;    ///< a coloured dot before the label; 0: none
    float width = 0;  ///< of one of several columns; 0: the whole menu's
};
/// True when it was chosen; the menu then closes.
[[nodiscard]] bool menu_entry(PanelContext& context, const MenuEntry& entry);

void open_menu(PanelContext& context, const std::string& key, const std::string& first_entry);

}  // namespace spillway::window
