#pragma once

#include <cstddef>
#include <optional>

#include "app/window/kit/panel.h"
#include "app/window/kit/text_history.h"
#include "app/window/panels/code/code_texts.h"
#include "app/window/panels/code/edited_text.h"

namespace spillway::window {

/// Editor for the source of the user's own experiment. The text is saved to its file when the user pauses or switches
/// away (edited_text.h), and then compiled like any other change. This class draws the editor.
class CodeEditor {
public:
    /// Draws the editor in the remaining space. `shown` is the compiled source with the compiler's errors. False if it
    /// only drew the reason why this text cannot be edited; the space below is then free.
    bool draw(PanelContext& context, const SourceText& shown, ImVec2 size);
    /// File of the edited text; empty: none.
    [[nodiscard]] const std::string& file() const { return text_.file(); }
    /// True if typed text will be saved after a pause.
    [[nodiscard]] bool waits_for_rest() const { return text_.waits_for_rest(); }
    /// Saves typed text without waiting for a pause; text that cannot be saved yet stays in the field.
    void save(Commands& commands) { text_.save(commands); }
    /// Saves typed text, beside the file if the file cannot be written, then drops it. The next draw() reads the file
    /// again.
    void close(Commands& commands) { text_.close(commands); }
    /// Scrolls a line into view, from 0.
    void go_to(int row) { scroll_to_ = row; }

private:
    struct Measures {
        float line = 0, advance = 0, gutter = 0;
    };
    void draw_choices(PanelContext& context, float width);
    void draw_why_not(const PanelContext& context, float width) const;
    void draw_lines(const PanelContext& context, const SourceText& shown, const Measures& m, ImVec2 origin);
    void draw_cursor(const PanelContext& context, const Measures& m, ImVec2 origin);
    bool edit(const PanelContext& context, ImVec2 origin, ImVec2 size);
    void keep_in_view(const Measures& m);
    void begin_at_learners_lines();

    EditedText text_;
    TextHistory history_;
    std::size_t cursor_ = 0, anchor_ = 0;  ///< byte offsets; the anchor is the selection's other end
    std::optional<std::size_t> place_;     ///< new place of the cursor once the field has the keyboard
    int cursor_line_ = 1, cursor_column_ = 0;
    bool cursor_moved_ = false, was_in_view_ = false, is_active_ = false, wants_keyboard_ = false;
    int frames_to_follow_ = 0;             ///< frames in which the cursor stays in view although it does not move
    int scroll_to_ = -1;                   ///< row, from 0; -1: none
    float height_ = 0;                     ///< visible height in the last frame
    int top_row_ = 0, frames_to_top_ = 0;  ///< row to show second from the top, in this number of frames
};

}  // namespace spillway::window
