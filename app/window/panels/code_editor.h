#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/panels/code_texts.h"

namespace spillway::window {

/// The source of an experiment of one's own, to be edited: written to its file when the hands rest or turn to something
/// else, and from there compiled like any other change. What another editor writes meanwhile is taken over, unless both
/// have changed it.
class CodeEditor {
public:
    /// Draws the editor in the room left. `shown` is the source as it is compiled, with the compiler's errors.
    void draw(PanelContext& context, const SourceText& shown, ImVec2 size);
    /// Something typed has not been written yet.
    [[nodiscard]] bool is_unsaved() const { return text_ != saved_; }
    /// Writes what is typed without waiting for the hands to rest; what cannot be written yet stays in the field.
    void save(Commands& commands);
    /// Forgets what it holds, which is in the file then, or where that must not be beside it: the next draw() begins
    /// with the file.
    void close(Commands& commands);
    /// 1-based, where the keyboard is.
    [[nodiscard]] int cursor_line() const { return cursor_line_; }
    /// Brings a line into view, 0-based.
    void go_to(int row) { scroll_to_ = row; }

private:
    struct Measures {
        float line = 0, advance = 0, gutter = 0;
    };
    void take_file(PanelContext& context);
    void take_saved();
    [[nodiscard]] bool may_be_saved() const;
    void draw_conflict(PanelContext& context);
    void draw_lines(const PanelContext& context, const SourceText& shown, const Measures& m, ImVec2 origin);
    void draw_cursor(const PanelContext& context, const Measures& m, ImVec2 origin);
    bool edit(const PanelContext& context, ImVec2 origin, ImVec2 size);
    void keep_in_view(const Measures& m);

    std::string experiment_;  ///< whose text this is; empty: none
    std::string text_;        ///< as it is being edited
    std::string saved_;       ///< as it was last written or read
    std::string theirs_;      ///< what another editor has written while this one had changes too
    /// A text on its way into the file, and what came of it after the frame.
    struct Saving {
        std::string text;
        bool is_done = false;
        std::optional<model::Error> problem;
    };
    std::shared_ptr<Saving> saving_;
    std::string refused_;  ///< a text that could not be written: not tried again until it changes
    double changed_seconds_ = 0;
    std::size_t cursor_ = 0;  ///< byte
    int cursor_line_ = 1, cursor_column_ = 0;
    bool cursor_moved_ = false, is_active_ = false, wants_keyboard_ = false;
    int frames_to_follow_ = 0;  ///< the cursor is kept in view though it does not move
    int scroll_to_ = -1;
};

}  // namespace spillway::window
