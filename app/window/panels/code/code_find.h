#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/window/panels/code/code_column.h"

namespace spillway::window {

/// Ctrl+F: a text searched for in the columns that are on the screen, one after the other.
class CodeFind {
public:
    /// The field with its count and buttons, where the search is open.
    void draw(PanelContext& context);
    /// Searches the columns, as they stand now, and steps where that was asked for. Call it when they know their rows.
    void apply(const PanelContext& context, const std::vector<CodeColumn*>& columns);

private:
    std::string wanted_;
    int total_ = 0, current_ = -1;  ///< of all columns together
    int step_ = 0;                  ///< asked for by Enter or a button
    bool is_new_text_ = false;
    bool was_open_ = false;
};

}  // namespace spillway::window
