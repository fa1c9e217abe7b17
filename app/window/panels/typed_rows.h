#pragma once

// Rows with a label and a value; a click on the value opens a field to type another.

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

struct TypedRow {
    std::string key;  ///< "file:include", "range:TILE"
    std::string label;
    std::string value;  ///< in the notation that the user types
    std::string shown;  ///< placeholder for an empty value
    std::string help;
};

class TypedRows {
public:
    /// Applies the text typed into the row with that key; the Error is the reason for a refusal. Runs after the frame.
    using Take =
        std::function<std::optional<model::Error>(session::Session&, const std::string& key, const std::string& typed)>;

    void draw(PanelContext& context, const Take& take, const TypedRow& row);

private:
    void draw_entry(PanelContext& context, const Take& take, const TypedRow& row, const Rect& place);

    std::array<char, 65536> typed_{};  ///< longer than any value: what does not fit would be lost
};

/// Draws a sentence below a row.
void draw_row_note(PanelContext& context, ImU32 ink, const std::string& words);

}  // namespace spillway::window
