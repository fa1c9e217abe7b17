#pragma once

#include "app/window/kit/panel.h"
#include "app/window/panels/code/code_texts.h"
#include "app/window/panels/code/edited_text.h"

namespace spillway::window {

/// The source of an experiment of one's own, to be edited: written to its file when the hands rest or turn to something
/// else (edited_text.h), and from there compiled like any other change. Here it is drawn.
class CodeEditor {
public:
    /// Draws the editor in the room left. `shown` is the source as it is compiled, with the compiler's errors. False
    /// where it has only said why this text is not edited here, and the room below is left.
    bool draw(PanelContext& context, const SourceText& shown, ImVec2 size);
    /// Whose text it holds; empty: none.
    [[nodiscard]] const std::string& file() const { return text_.file(); }
    /// Something typed is written once the hands rest.
    [[nodiscard]] bool waits_for_rest() const { return text_.waits_for_rest(); }
    /// Writes what is typed without waiting for the hands to rest; what cannot be written yet stays in the field.
    void save(Commands& commands) { text_.save(commands); }
    /// Forgets what it holds, which is in the file then, or where that must not be beside it: the next draw() begins
    /// with the file.
    void close(Commands& commands) { text_.close(commands); }
    /// 1-based, where the keyboard is.
    [[nodiscard]] int cursor_line() const { return cursor_line_; }
    /// Brings a line into view, 0-based.
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

    EditedText text_;
    std::size_t cursor_ = 0;  ///< byte
    int cursor_line_ = 1, cursor_column_ = 0;
    bool cursor_moved_ = false, is_active_ = false, wants_keyboard_ = false;
    int frames_to_follow_ = 0;  ///< the cursor is kept in view though it does not move
    int scroll_to_ = -1;
};

}  // namespace spillway::window
