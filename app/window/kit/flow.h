#pragma once

#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/teaching/next_step.h"
#include "app/window/kit/panel.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

// Text, links and switches where Dear ImGui puts the next thing; widgets.h has what stands at a place of its own.

/// Text in a font and colour of the theme at the cursor; wraps at the window's right edge when asked.
void draw_text(ImFont* font, ImU32 color, std::string_view text, bool wrapped = false);

/// Small capitals-like heading of a part of a panel.
void section_heading(const Theme& theme, std::string_view text);
/// Something that can be clicked and looks like it; underlined while hovered. True when clicked.
/// `key` names it for the keyboard and the tests.
/// Wraps where it is wider than `wrap_width`, when that is given.
bool link_text(const PanelContext& context, ImFont* font, const std::string& key, std::string_view text,
               float wrap_width = 0);
/// One of several small switch buttons in a row. True when clicked.
bool switch_button(const PanelContext& context, const std::string& key, const char* label, bool is_on);
/// The next switch button stands beside the last item, or below it where it would be cut.
void next_in_row(const Theme& theme, std::string_view label);
/// Makes the last item reachable by keyboard; true when it was activated there.
bool keyboard_item(const PanelContext& context, const std::string& key);
/// The next field (or with -1 the last) takes the keyboard, and gets what is typed until it has it.
void take_keyboard(const PanelContext& context, int offset = 0);
/// Right click on the last item offers to copy the text.
void copy_menu(const char* id, const std::string& text, const char* label = "Copy");

/// What went wrong, large, with its advice below.
void draw_error(const Theme& theme, const model::Error& error);
/// A quiet line in the middle of an empty panel.
void draw_empty(const Theme& theme, std::string_view text);
/// What limits, the best step with its price, and a link that takes it.
void draw_next_step(PanelContext& context, const teaching::NextStep& next);

/// Alpha of a colour multiplied.
[[nodiscard]] ImU32 faded(ImU32 color, float alpha);
/// Between two colours, t from 0 to 1.
[[nodiscard]] ImU32 mixed(ImU32 from, ImU32 to, float t);

/// Ctrl+C in the focused window.
[[nodiscard]] bool copy_was_pressed();

/// The result that the focused variant's panels show; null until there is one.
[[nodiscard]] const model::RunResult* focused_result(const session::SessionView& session);
/// Whether that result is the answer to an earlier setting.
[[nodiscard]] bool focused_is_stale(const session::SessionView& session);

}  // namespace spillway::window
