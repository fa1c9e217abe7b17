#pragma once

#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/teaching/next_step.h"
#include "app/window/kit/panel.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

// Text, links and switches at Dear ImGui's cursor; widgets.h has widgets at explicit positions.

/// Draws text at the cursor; if `wrapped`, it wraps at the window's right edge.
void draw_text(ImFont* font, ImU32 color, std::string_view text, bool wrapped = false);

/// Heading of a part of a panel, in bold.
void section_heading(const Theme& theme, std::string_view text);
/// A link; underlined while hovered. True when clicked. `key` names it for the keyboard and the tests.
/// It wraps at `wrap_width`; 0: it does not wrap.
bool link_text(const PanelContext& context, ImFont* font, const std::string& key, std::string_view text,
               float wrap_width = 0);
/// One of several small switch buttons in a row. True when clicked.
bool switch_button(const PanelContext& context, const std::string& key, const char* label, bool is_on);
/// Places the next switch button beside the last item, or below it if it would be clipped.
void next_in_row(const Theme& theme, std::string_view label);
/// Makes the last item reachable by keyboard; true if the user activated it with the keyboard.
bool keyboard_item(const PanelContext& context, const std::string& key);
/// Moves the keyboard to the next field (offset -1: the last one). Text typed before it has the focus is kept for it.
void focus_keyboard(const PanelContext& context, int offset = 0);
/// Adds a "copy" menu to the last item (right click).
void copy_menu(const char* id, const std::string& text, const char* label = "Copy");

/// Draws the error in bold, with its place and its advice below, beside a coloured bar.
void draw_error(const Theme& theme, const model::Error& error);
/// Draws a muted text in an empty panel: centred, a little above the middle.
void draw_empty(const Theme& theme, std::string_view text);
/// Draws the limiter, the best step with its price, and a link that takes the step.
void draw_next_step(PanelContext& context, const teaching::NextStep& next);

/// The colour with its alpha multiplied.
[[nodiscard]] ImU32 faded(ImU32 color, float alpha);
/// Interpolates between two colours; t from 0 to 1.
[[nodiscard]] ImU32 mixed(ImU32 from, ImU32 to, float t);

/// True if the user pressed Ctrl+C in this frame. The caller checks which Dear ImGui window has the focus.
[[nodiscard]] bool copy_was_pressed();

/// Result of the focused variant; null until there is one.
[[nodiscard]] const model::RunResult* focused_result(const session::SessionView& session);
/// True if that result belongs to an earlier setting.
[[nodiscard]] bool focused_is_stale(const session::SessionView& session);

}  // namespace spillway::window
