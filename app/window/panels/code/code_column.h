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

/// One row of code as a column draws it.
struct CodeRow {
    std::string_view text;
    bool touches_local = false;
    bool belongs = true;  ///< of the chosen variant: drawn in full strength
    bool linked = false;  ///< comes from what is hovered or selected on the other side
    bool starts_in_comment = false;
    std::string_view error{};    ///< what the compiler says of it, written behind it
    ImU32 ground = 0;            ///< of a row that differs; 0: none
    std::string_view number{};   ///< in the gutter; empty: the row's own
    std::string_view note{};     ///< written behind it: what it spills
    std::string_view control{};  ///< of SASS, where the column shows it
};

/// Something in the scroll bar that is worth scrolling to.
struct CodeMark {
    enum class Kind { local, hit, error, removed, added, peak, wait };
    int row = 0;
    Kind kind = Kind::local;
};

/// A scrolling column of code with line numbers. Only visible rows are looked at.
struct CodeColumn {
    // What the caller asks for.
    std::string id;  ///< "source": also the keyboard's name for it, "column:source"
    teaching::Language language = teaching::Language::cuda;
    int rows = 0;
    std::size_t longest_line = 0;  ///< in bytes: how far the column scrolls sideways
    std::size_t note_reach = 0;    ///< the same of what stands behind the lines
    int number_digits = 0;         ///< of the gutter; 0: as many as `rows` has
    bool is_stale = false;
    std::function<CodeRow(int)> row;
    std::vector<CodeMark> marks;
    std::vector<teaching::SearchHit> hits;  ///< what was searched for
    std::size_t hit_length = 0;
    int current_hit = -1;                        ///< index of the one that was stepped to
    std::optional<teaching::RegisterLane> lane;  ///< beside the code
    std::optional<teaching::WaitLane> waits;     ///< the same, left of it
    bool shows_waits = false;                    ///< where there are any
    bool shows_control = false;                  ///< each row's control code, too
    struct Arrow {
        int from = 0, to = 0;  ///< rows
    };
    std::vector<Arrow> arrows;  ///< beside the control codes

    // What lasts from frame to frame.
    int hovered = -1;              ///< row under the mouse, -1: none
    std::size_t hovered_byte = 0;  ///< of that row; may lie behind its end
    enum class Over { text, lane, waits, control } over = Over::text;
    int anchor = -1, head = -1;  ///< selected rows, both ends included
    int scroll_to = -1;          ///< row to bring into view in the next frame
    int cursor = -1;             ///< row that the warp is at, -1: none

    [[nodiscard]] bool has_waits() const { return shows_waits && waits.has_value(); }
    [[nodiscard]] bool is_selected(int at) const;
    void select(int first, int last) { anchor = first, head = last; }
    /// Selects one row and brings it into view.
    void go_to(int at) { anchor = head = scroll_to = at; }
};

/// The colour of a stretch of code.
[[nodiscard]] ImU32 token_color(const Theme& theme, teaching::Token token);

/// Draws the column into the room left of `width`. True when a row was clicked, or reached by the keyboard (it is
/// then selected).
bool draw_code_column(const PanelContext& context, CodeColumn& column, ImVec2 size);

/// The text of rows `first` to `last`, each ended by a line break.
[[nodiscard]] std::string rows_text(const CodeColumn& column, int first, int last);

}  // namespace spillway::window
