#pragma once

#include <string>
#include <string_view>

#include "app/charts/chart.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

// Small pieces that Dear ImGui has not, or not in this look. Coordinates are the screen's.

/// What is drawn of a text: more than some thousand characters are too many shapes for one call, and unreadable.
[[nodiscard]] std::string_view drawable(std::string_view text);
/// Size of a text in a font, on as many lines as it has.
[[nodiscard]] ImVec2 text_size(ImFont* font, std::string_view text);
[[nodiscard]] float text_width(ImFont* font, std::string_view text);
void draw_text(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view text);
/// Cut with an ellipsis where it is wider than `width`; returns the width drawn.
float draw_text_fitted(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view text, float width);
/// With line breaks where it would be wider than `width`: at blanks only, where Dear ImGui also breaks "1,024".
[[nodiscard]] std::string wrapped_text(ImFont* font, std::string_view text, float width);
/// Wrapped at blanks; returns the height.
float draw_text_wrapped(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view text, float width);
[[nodiscard]] float wrapped_height(ImFont* font, std::string_view text, float width);

void draw_marker(ImDrawList* list, const Theme& theme, ImVec2 centre, charts::Marker marker, float radius, ImU32 colour,
                 bool hollow = false);
[[nodiscard]] ImU32 variant_colour(const Theme& theme, std::size_t index);
void draw_eye(ImDrawList* list, const Theme& theme, const Rect& rect, ImU32 colour, bool open);
/// A tick, a cross or a question mark, told apart by shape as well as colour.
enum class Mark { yes, no, unknown, pending };
void draw_mark(ImDrawList* list, const Theme& theme, ImVec2 centre, float radius, Mark mark);
void draw_tick(ImDrawList* list, ImVec2 centre, float radius, ImU32 colour);
void draw_ring(ImDrawList* list, const Theme& theme, const Rect& rect);

/// What the user did with an item this frame.
struct Touch {
    bool clicked = false;  ///< by mouse or keyboard
    bool hovered = false, held = false, double_clicked = false, right_clicked = false, focused = false;
    bool pressed = false;   ///< the mouse went down on it just now
    bool released = false;  ///< the mouse left it after being held
};
/// An invisible item that takes mouse and keyboard, with its focus ring.
Touch touch_area(PanelContext& context, const std::string& key, const Rect& rect);

enum class ButtonLook { plain, primary, quiet };
/// A button at a place; its width is that of the text with padding (button_size).
bool button_at(PanelContext& context, const std::string& key, ImVec2 at, std::string_view label,
               ButtonLook look = ButtonLook::plain, std::string_view tooltip = {});
[[nodiscard]] ImVec2 button_size(const Theme& theme, std::string_view label);

/// A wrapped tooltip with an optional bold first line.
void tooltip(const Theme& theme, std::string_view title, std::string_view text);
void tooltip(const Theme& theme, std::string_view text);

/// A strip's ground with a coloured edge.
void draw_strip(ImDrawList* list, const Theme& theme, const Rect& rect, ImU32 colour);
/// A panel's rounded ground.
/// Filled, of few triangles: a rectangle with round corners on whole pixels, and a disc.
void fill_rounded(ImDrawList* list, const Theme& theme, ImVec2 min, ImVec2 max, ImU32 colour, float rounding);
void fill_disc(ImDrawList* list, const Theme& theme, ImVec2 centre, float radius, ImU32 colour);

void draw_card(ImDrawList* list, const Theme& theme, const Rect& rect);
/// Where a list on a card goes on below the window's edge, its last row fades: it is not cut through. The last thing
/// that is drawn in that window, which may be the card itself.
void fade_foot(const Theme& theme, bool is_card = false);

/// A section's name in small capitals, advancing the cursor.
void section_title(const Theme& theme, std::string_view title, std::string_view right = {});
[[nodiscard]] std::string upper_case(std::string_view text);

/// The rectangle from the cursor across the available width, `height` tall; the cursor moves below it.
Rect take_row(float height);

}  // namespace spillway::window
