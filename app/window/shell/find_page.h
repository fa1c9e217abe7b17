#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/shell/find_list.h"

struct ImGuiInputTextCallbackData;

namespace spillway::window {

/// The field of Ctrl+K over the window: finds lessons, questions, words, keys and files, and takes a link or a path.
class FindPage {
public:
    /// Draws the page while ViewState::finder is open.
    void draw(PanelContext& context, const KeyBindings& bindings);
    /// The key press of the chosen row, for the window to handle; empty if there is none.
    [[nodiscard]] std::optional<KeyPress> take_press();

private:
    void begin(PanelContext& context, const KeyBindings& bindings);
    [[nodiscard]] bool draw_field(PanelContext& context);
    void draw_rows(PanelContext& context);
    void find_rows(bool takes_paths);
    void add_paths();
    void activate(PanelContext& context, std::size_t row);
    static int apply_replacement(ImGuiInputTextCallbackData* data);

    static constexpr std::size_t longest_text = 4096;
    std::array<char, longest_text> field_{};
    std::optional<std::string> replacement_;  ///< text that the field gets in the next frame
    std::string error_for_;                   ///< text that ViewState::finder's error is about
    std::optional<Rect> card_;                ///< place of the page in the last frame; empty: not drawn yet
    std::string found_for_;                   ///< text that rows_ were found for
    std::vector<FindEntry> list_;             ///< everything that can be found, as of the page's opening
    std::string offered_entry_key_;           ///< key of the entry that is shown while the field is empty
    std::vector<FindEntry> rows_;             ///< found, best first
    std::size_t selected_ = 0;
    std::optional<KeyPress> press_;
};

/// Opens the page with this text in its field.
void open_finder(ViewState& view, const std::string& text);
/// Opens the page with a folder in its field, for "Open …": that of the last opened file, else the current folder.
void open_file_finder(ViewState& view);
/// Shows the view of the link in the clipboard, or opens the file that it names; the status line shows an error.
void open_from_clipboard(session::Session& session, ViewState& view);

}  // namespace spillway::window
