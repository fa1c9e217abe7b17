#pragma once

#include <optional>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::web {

/// The lesson as text beside the canvas, for screen readers: HTML without scripts of the current step, its question and
/// a table of each shown chart. It covers the same answers as the window. Its buttons have an attribute data-act, whose
/// text act_beside() takes; a field for an answer has data-answer, the question's id.
[[nodiscard]] std::string lesson_beside(const session::SessionView& session, const window::ViewState& view);

/// Does what a button of that text says: "turn:1", "skip:ID", "answer:ID:TEXT" (index of a choice, or a number).
/// Returns a sentence if the answer cannot be taken.
[[nodiscard]] std::optional<std::string> act_beside(const std::string& act, session::Session& session,
                                                    window::ViewState& view);

}  // namespace spillway::web
