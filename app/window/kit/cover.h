#pragma once

#include <string>
#include <string_view>

#include "app/window/kit/panel.h"

namespace spillway::window {

// What stands in place of an answer that a question of the lesson asks for.

/// Switches between a lesson that asks and one that shows everything, and says so in the status line.
void toggle_everything(ViewState& view);

/// In an empty panel: the words, and the way to the question. `panel` names the button for the keyboard and the tests.
void draw_cover(PanelContext& context, const std::string& panel);

inline constexpr std::string_view question_words = "Go to the question";
/// A button that shows the lesson at the first open question that covers the metric, or without one, anything.
void question_button(PanelContext& context, const std::string& key, ImVec2 at, std::string_view metric = {});

}  // namespace spillway::window
