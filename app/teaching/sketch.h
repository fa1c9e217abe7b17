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

/// The drawing of a lesson's curve question, as it stands on the screen.
struct Sketch {
    std::string experiment, question;
    std::string metric, variant, over;  ///< as the question has them
    double least = 0, most = 1;         ///< of the y axis, in the metric's unit
    Curve points;
    bool is_revealed = false;      ///< the real curve is shown, the guess in front of it
    std::optional<double> last_x;  ///< where the mouse drew last: what it skipped is filled in
    friend bool operator==(const Sketch&, const Sketch&) = default;
};

/// One stroke of the mouse from the last place to this one: what was drawn in between before is overwritten. A hand
/// that rests or goes back is drawn like any other; what is no place is ignored.
void draw_to(Sketch& sketch, double x, double y);
void lift(Sketch& sketch);
/// Draws these points in place of what was there.
void replace(Sketch& sketch, const Curve& points);

/// Where the guess is furthest from the truth.
struct Miss {
    double x = 0, guessed = 0, truth = 0;
    std::optional<double> close_to;  ///< all before and at this x was close; empty: not even the first was
};
/// Empty where the guess is close everywhere, or has no x in common with the truth.
[[nodiscard]] std::optional<Miss> furthest_miss(const Curve& guess, const Curve& truth);

}  // namespace spillway::teaching
