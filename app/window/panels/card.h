#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

/// A box in the flow of a lesson that something is asked or done in. Things are put below each other; the box is drawn
/// behind them when it ends.
class Card {
public:
    /// Begins at the cursor.
    Card(PanelContext& context, float width, ImU32 edge);
    /// Draws the box and moves the cursor below it.
    ~Card();
    Card(const Card&) = delete;
    Card& operator=(const Card&) = delete;

    /// Small capitals, with a few words at the right.
    void title(std::string_view text, std::string_view right = {});
    void text(ImFont* font, ImU32 colour, std::string_view text);
    /// A mark and a text beside it.
    void marked(Mark mark, ImFont* font, std::string_view text);
    void gap(float height);
    /// Buttons stand beside each other, and on the next line where there is no more room. True when pressed.
    bool button(const std::string& key, std::string_view label, ButtonLook look = ButtonLook::plain,
                std::string_view help = {});
    /// One below the other, as wide as the card: the choices.
    bool wide_button(const std::string& key, std::string_view label);
    /// A field to type into. True when Enter was pressed.
    bool field(const std::string& key, std::string& text, std::string_view hint, float width);
    void end_row();

private:
    [[nodiscard]] float inner() const;

    PanelContext& context_;
    ImDrawList* list_;
    ImVec2 start_;   ///< the cursor, when the card began
    ImVec2 origin_;  ///< of the box
    float width_, inset_;
    ImU32 edge_;
    ImVec2 at_;             ///< where the next thing goes
    float row_height_ = 0;  ///< of the row of buttons that is open
};

}  // namespace spillway::window
