#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// What the learner has begun to answer, by question. A guess waits here until the compiler has said what is true.
struct Draft {
    std::string typed, problem;
    std::string drawn;  ///< of a curve: the typed text that stands in the chart
    std::optional<double> number;
    std::optional<std::size_t> choice;
    bool is_revealing = false;  ///< of a drawing: to be shown as soon as the real curve is there
};
using Drafts = std::map<std::string, Draft>;

/// A lesson's question: asked, answered with how far off the guess was, or skipped.
void draw_question(PanelContext& context, const model::Question& question, Drafts& drafts, float width);

/// Nothing drawn yet, for a question that wants a curve.
[[nodiscard]] teaching::Sketch begun_sketch(const session::SessionView& session, const model::Question& question);

/// What is remembered of it; null where it was neither answered nor skipped.
[[nodiscard]] const learner::Prediction* prediction_of(const session::SessionView& session,
                                                       const std::string& question);

}  // namespace spillway::window
