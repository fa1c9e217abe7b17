#pragma once

#include <string>
#include <string_view>

#include "app/charts/chart.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

// Small widgets that Dear ImGui lacks, or has with another look. Coordinates are the screen's.

/// The part of a text that is drawn: more than some thousand characters are too many shapes for one call, and
/// unreadable.
[[nodiscard]] std::string_view drawable(std::string_view text);
/// Size of a text in a font, including its line breaks.
[[nodiscard]] ImVec2 text_size(ImFont* font, std::string_view text);
[[nodiscard]] float text_width(ImFont* font, std::string_view text);
void draw_text(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view text);
/// Prefix of at most this many bytes that cuts no UTF-8 character.
[[nodiscard]] std::string_view utf8_prefix(std::string_view text, std::size_t max_bytes);
/// Cuts the text with an ellipsis if it is wider than `width`; returns the drawn width.
float draw_text_fitted(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view text, float width);
/// The same for a variant's name, cut in the middle: instances of one template differ at the end.
float draw_name_fitted(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view name, float width);
/// Inserts line breaks at `width`, at blanks only (Dear ImGui would also break "1,024").
[[nodiscard]] std::string wrapped_text(ImFont* font, std::string_view text, float width);
/// Wraps at blanks; returns the height.
float draw_text_wrapped(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view text, float width);
[[nodiscard]] float wrapped_height(ImFont* font, std::string_view text, float width);

void draw_marker(ImDrawList* list, const Theme& theme, ImVec2 centre, charts::Marker marker, float radius, ImU32 colour,
                 bool hollow = false);
[[nodiscard]] ImU32 variant_colour(const Theme& theme, std::size_t index);
void draw_eye(ImDrawList* list, const Theme& theme, const Rect& rect, ImU32 colour, bool open);
/// A tick, a cross, a question mark or three dots: shapes differ as well as colours.
enum class Mark { yes, no, unknown, pending };
void draw_mark(ImDrawList* list, const Theme& theme, ImVec2 centre, float radius, Mark mark);
void draw_tick(ImDrawList* list, ImVec2 centre, float radius, ImU32 colour);
void draw_ring(ImDrawList* list, const Theme& theme, const Rect& rect);

/// Scrolls to an item that the keyboard has just reached, if a part of it is hidden.
void scroll_to_focus(const PanelContext& context, const std::string& key, const Rect& rect);
/// The user's action on an item in this frame.
struct Touch {
    bool clicked = false;  ///< by mouse or keyboard
    bool hovered = false, held = false, double_clicked = false, right_clicked = false, focused = false;
    bool pressed = false;   ///< the mouse button went down on it in this frame
    bool released = false;  ///< the user let go of the item after holding it
};
/// An invisible item for mouse and keyboard, with a focus ring.
Touch touch_area(PanelContext& context, const std::string& key, const Rect& rect);

enum class ButtonLook { plain, primary, quiet };
/// A button at a position; its width is the text plus padding (button_size).
bool button_at(PanelContext& context, const std::string& key, ImVec2 at, std::string_view label,
               ButtonLook look = ButtonLook::plain, std::string_view tooltip = {});
[[nodiscard]] ImVec2 button_size(const Theme& theme, std::string_view label);

/// A wrapped tooltip with an optional bold first line. Draws nothing until the mouse moves after a click: the tooltip
/// would cover the result of the click, and after a finger's tap it would stay.
void tooltip(const Theme& theme, std::string_view title, std::string_view text);
void tooltip(const Theme& theme, std::string_view text);
/// The same, also right after a click: a tap on a word opens nothing but its tooltip.
void tooltip_of_word(const Theme& theme, std::string_view title, std::string_view text);

/// Fills a strip and draws its coloured edge.
void draw_strip(ImDrawList* list, const Theme& theme, const Rect& rect, ImU32 colour);
/// Filled shapes from few triangles: a rectangle with round corners on whole pixels, and a disc.
void fill_rounded(ImDrawList* list, const Theme& theme, ImVec2 min, ImVec2 max, ImU32 colour, float rounding);
void fill_disc(ImDrawList* list, const Theme& theme, ImVec2 centre, float radius, ImU32 colour);

/// Draws the rounded background of a panel.
void draw_card(ImDrawList* list, const Theme& theme, const Rect& rect);
/// Fades the last row of a list that continues below the window's edge, so that no row looks cut. Call it last in that
/// window, which may be the card itself.
void fade_foot(const Theme& theme, bool is_card = false);

/// Draws a section's name in small capitals and advances the cursor.
void section_title(const Theme& theme, std::string_view title, std::string_view right = {});
/// Changes ASCII letters only.
[[nodiscard]] std::string upper_case(std::string_view text);

/// Returns the rectangle from the cursor across the available width, `height` tall, and moves the cursor below it.
Rect take_row(float height);

}  // namespace spillway::window
