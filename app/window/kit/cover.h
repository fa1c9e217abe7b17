#pragma once

#include <string>
#include <string_view>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Says that the lecturer's switch is on.
inline constexpr std::string_view all_shown_words = "All answers shown: V asks again";

// Covers that replace an answer while a question of the lesson asks for it.

/// Switches between asking and showing all answers, and reports the new mode in the status line. Showing them drops a
/// begun sketch.
void toggle_everything(ViewState& view);

/// Fills an empty panel with a text and a button to the question. `panel` names the button for the keyboard and the
/// tests.
void draw_cover(PanelContext& context, const std::string& panel);

inline constexpr std::string_view question_words = "Go to the question";
/// A button that opens the lesson at the first open question that covers the metric (any question if it is empty).
void question_button(PanelContext& context, const std::string& key, ImVec2 at, std::string_view metric = {});

}  // namespace spillway::window
