#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/window/panels/code/code_column.h"

namespace spillway::window {

/// Ctrl+F: searches a text in all visible columns, one after the other.
class CodeFind {
public:
    /// Draws the search field with its count and buttons, if the search is open.
    void draw(PanelContext& context);
    /// Searches the columns' current rows and steps if requested. Call it after the rows are set.
    void apply(const PanelContext& context, const std::vector<CodeColumn*>& columns);

private:
    std::string wanted_;
    int total_ = 0, current_ = -1;  ///< over all columns
    int step_ = 0;                  ///< step requested by Enter or a button
    bool is_new_text_ = false;
    bool was_open_ = false;
};

}  // namespace spillway::window
