#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/judging/drawn_curve.h"

namespace spillway::teaching {

using judging::Curve;
using judging::distance;
using judging::parse_curve;
using judging::thinned;
using judging::to_text;
using judging::value_at;

/// The user's drawing for a lesson's curve question.
struct Sketch {
    std::string experiment, question;
    std::string metric, variant, over;  ///< as in the question
    double least = 0, most = 1;         ///< range of the y axis, in the chart's unit
    Curve points;
    bool is_revealed = false;      ///< the real curve is shown behind the guess
    bool is_asked_for = false;     ///< the learner wants the real curve, which may still be compiling
    bool is_alone = true;          ///< once revealed, its chart fills the place of all charts
    double shown_share = 1;        ///< share of the revealed curve that is drawn, from the left: it grows to 1
    double shown_since = 0;        ///< time when it began to grow; 0: not yet
    std::optional<double> last_x;  ///< x of the last mouse position; draw_to() bridges the gap to the next
    friend bool operator==(const Sketch&, const Sketch&) = default;
};

/// Draws from the last mouse position to this one and overwrites the points in between. The mouse may rest or go back.
/// Ignores an x that is not finite and a y that is NaN; clamps y to the range of the y axis.
void draw_to(Sketch& sketch, double x, double y);
void lift(Sketch& sketch);
/// Replaces all points.
void replace(Sketch& sketch, const Curve& points);

/// The point at which the guess differs most from the truth.
struct Miss {
    double x = 0, guessed = 0, truth = 0;
    std::optional<double> close_to;  ///< the guess was close up to this x; empty: never
};
/// Empty if the guess is close everywhere, or shares no x with the truth.
[[nodiscard]] std::optional<Miss> furthest_miss(const Curve& guess, const Curve& truth);

}  // namespace spillway::teaching
