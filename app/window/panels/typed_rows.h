#pragma once

// Rows of a label and a value that is typed over where it is clicked.

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

struct TypedRow {
    std::string key;    ///< "file:include", "range:TILE"
    std::string label;  ///< of the row
    std::string value;  ///< as it would be typed
    std::string shown;  ///< where nothing is said
    std::string help;
};

class TypedRows {
public:
    /// Takes what was typed into the row of a key; the Error says why it is refused. Run after the frame.
    using Take =
        std::function<std::optional<model::Error>(session::Session&, const std::string& key, const std::string& typed)>;

    void draw(PanelContext& context, const Take& take, const TypedRow& row);

private:
    void draw_entry(PanelContext& context, const Take& take, const TypedRow& row, const Rect& place);

    std::array<char, 1024> typed_{};
};

/// A sentence below a row.
void draw_row_note(PanelContext& context, ImU32 ink, const std::string& words);

}  // namespace spillway::window
