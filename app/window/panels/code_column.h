#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/teaching/highlight.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// One row of code as a column draws it.
struct CodeRow {
    std::string_view text;
    bool touches_local = false;
    bool belongs = true;  ///< of the chosen variant: drawn in full strength
    bool linked = false;  ///< comes from what is hovered or selected on the other side
    bool starts_in_comment = false;
};

/// A scrolling column of code with line numbers. Only visible rows are looked at.
struct CodeColumn {
    // What the caller asks for.
    const char* id = "";
    teaching::Language language = teaching::Language::cuda;
    int rows = 0;
    std::size_t longest_line = 0;  ///< in bytes: how far the column scrolls sideways
    bool is_stale = false;
    std::function<CodeRow(int)> row;

    // What lasts from frame to frame.
    int hovered = -1;            ///< row under the mouse, -1: none
    int anchor = -1, head = -1;  ///< selected rows, both ends included
    int scroll_to = -1;          ///< row to bring into view in the next frame

    [[nodiscard]] bool is_selected(int at) const;
    void select(int first, int last) { anchor = first, head = last; }
};

/// Draws the column into the room left of `width`. True when a row was clicked (it is then selected).
bool draw_code_column(const Theme& theme, CodeColumn& column, ImVec2 size);

/// The text of rows `first` to `last`, each ended by a line break.
[[nodiscard]] std::string rows_text(const CodeColumn& column, int first, int last);

}  // namespace spillway::window
