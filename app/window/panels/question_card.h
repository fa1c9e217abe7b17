#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// The learner's unfinished answer to a question. A guess waits here until the compiler's result arrives.
struct Draft {
    std::string typed, problem;
    std::string drawn;                ///< for a curve: the typed text that was last read as points
    std::size_t sketched_points = 0;  ///< points of the sketch in the last frame; another number clears `problem`
    std::optional<double> number;
    std::optional<std::size_t> choice;
    bool returns_to_field = false;       ///< Enter was pressed, and the text was refused: the field keeps the keyboard
    std::optional<std::string> outcome;  ///< outcome_of() in the last frame; nullopt: not drawn yet
    bool is_revealing = false;           ///< for a curve: reveal it once the real curve is available
    bool has_returned = false;           ///< while revealing: the sliders were moved to the question's setting
};
using Drafts = std::map<std::string, Draft>;

/// A lesson's question: open, answered (with the distance of the guess) or skipped.
void draw_question(PanelContext& context, const model::Question& question, Drafts& drafts, float width);

/// An empty sketch for a question about a curve.
[[nodiscard]] teaching::Sketch begun_sketch(const session::SessionView& session, const model::Question& question);

/// The recorded answer; null if the question was neither answered nor skipped.
[[nodiscard]] const learner::Prediction* prediction_of(const session::SessionView& session,
                                                       const std::string& question);

}  // namespace spillway::window
