#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

/// A box inside a lesson for a question or a task. Content is placed from top to bottom; the destructor draws the box
/// behind it.
class Card {
public:
    /// Starts the box at the cursor.
    Card(PanelContext& context, float width, ImU32 edge);
    /// Draws the box and moves the cursor below it.
    ~Card();
    Card(const Card&) = delete;
    Card& operator=(const Card&) = delete;

    /// A title in small capitals, with a short text at the right.
    void title(std::string_view text, std::string_view right = {});
    void text(ImFont* font, ImU32 colour, std::string_view text);
    /// A text with a mark beside it.
    void marked(Mark mark, ImFont* font, std::string_view text);
    /// `height` is multiplied by the theme's scale.
    void gap(float height);
    /// Buttons stand in a row and wrap to the next line. True when the user pressed it.
    bool button(const std::string& key, std::string_view label, ButtonLook look = ButtonLook::plain,
                std::string_view help = {});
    /// A button as wide as the card, for a list of choices.
    bool wide_button(const std::string& key, std::string_view label);
    /// A text field; `width` is multiplied by the theme's scale. True when the user pressed Enter.
    bool field(const std::string& key, std::string& text, std::string_view hint, float width);
    /// The next field takes the keyboard.
    void focus_field();
    void end_row();
    /// Position of the next row, on the screen.
    [[nodiscard]] float y();
    /// Scrolls so that the rows from `top` to the next one are visible; if they are too high, from `top` on.
    void scroll_to(float top);

private:
    [[nodiscard]] float inner() const;

    PanelContext& context_;
    ImDrawList* list_;
    ImVec2 start_;   ///< cursor position at the start of the card
    ImVec2 origin_;  ///< upper left corner of the box
    float width_, inset_;
    ImU32 edge_;
    ImVec2 at_;             ///< position of the next content
    float row_height_ = 0;  ///< height of the current row of buttons
};

}  // namespace spillway::window
