#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/teaching/code_search.h"
#include "app/teaching/highlight.h"
#include "app/teaching/line_needs_words.h"
#include "app/teaching/wait_words.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// A row of code with its decorations.
struct CodeRow {
    std::string_view text;
    bool touches_local = false;
    bool belongs = true;  ///< in the chosen variant: drawn at full strength
    bool linked = false;  ///< matches the hovered or selected line of the other column
    bool starts_in_comment = false;
    std::string_view error{};    ///< the compiler's message about it, drawn after the text
    ImU32 ground = 0;            ///< background of a row that differs; 0: none
    std::string_view number{};   ///< number in the gutter; empty: the row index
    std::string_view note{};     ///< drawn after the text: its spills
    std::string_view control{};  ///< SASS control code, if the column shows control codes
};

/// A mark in the scroll bar.
struct CodeMark {
    enum class Kind { local, hit, error, removed, added, peak, wait };
    int row = 0;
    Kind kind = Kind::local;
};

/// A scrolling column of code with line numbers. It asks only for visible rows.
struct CodeColumn {
    // Set by the caller.
    std::string id;  ///< "source"; its keyboard key is "column:source"
    teaching::Language language = teaching::Language::cuda;
    int rows = 0;
    std::size_t longest_line = 0;  ///< in bytes: limit of horizontal scrolling
    std::size_t note_reach = 0;    ///< the same for the notes after the lines
    int number_digits = 0;         ///< width of the gutter; 0: enough for `rows`
    bool is_stale = false;
    std::function<CodeRow(int)> row;
    std::vector<CodeMark> marks;
    std::vector<teaching::SearchHit> hits;  ///< search hits
    std::size_t hit_length = 0;
    int current_hit = -1;                        ///< index of the current hit
    std::optional<teaching::RegisterLane> lane;  ///< registers beside the code
    std::optional<teaching::WaitLane> waits;     ///< stall reasons, left of the registers
    bool shows_waits = false;                    ///< show `waits` if present
    bool shows_control = false;                  ///< show each row's control code
    struct Arrow {
        int from = 0, to = 0;  ///< rows
    };
    std::vector<Arrow> arrows;  ///< beside the control codes

    // Kept between frames.
    int hovered = -1;              ///< row under the mouse, -1: none
    std::size_t hovered_byte = 0;  ///< byte in that row; may lie after its end
    enum class Over { text, lane, waits, control } over = Over::text;
    int anchor = -1, head = -1;  ///< first and last selected row, inclusive
    int scroll_to = -1;          ///< row to scroll into view in the next frame
    int scroll_end = -1;         ///< last row of the part that begins at scroll_to; -1: only that row
    int cursor = -1;             ///< row of the warp; -1: none

    [[nodiscard]] bool has_waits() const { return shows_waits && waits.has_value(); }
    [[nodiscard]] bool is_selected(int at) const;
    void select(int first, int last) { anchor = first, head = last; }
    /// Selects one row and scrolls it into view.
    void go_to(int at) { anchor = head = scroll_to = at; }
};

/// Colour of a token.
[[nodiscard]] ImU32 token_color(const Theme& theme, teaching::Token token);

/// Draws the column with this size. True if the user clicked a row or moved to one with the keyboard (the row is then
/// selected).
bool draw_code_column(const PanelContext& context, CodeColumn& column, ImVec2 size);

/// Text of rows `first` to `last`, each with a line break at its end.
[[nodiscard]] std::string rows_text(const CodeColumn& column, int first, int last);

}  // namespace spillway::window
