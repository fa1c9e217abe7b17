#include "app/teaching/sketch.h"

#include <algorithm>
#include <cmath>

namespace spillway::teaching {
void draw_to(Sketch& sketch, double x, double y)
{
    if (!std::isfinite(x) || std::isnan(y)) return;
    y = std::clamp(y, sketch.least, std::max(sketch.least, sketch.most));
    // Equal positions have nothing in between, and the range would be reversed.
    if (sketch.last_x && *sketch.last_x != x) {
        const auto [first, last] = std::minmax(*sketch.last_x, x);
        sketch.points.erase(sketch.points.upper_bound(first), sketch.points.lower_bound(last));
    }
    if (sketch.points.size() >= judging::max_curve_points)
        sketch.points = thinned(sketch.points, judging::max_curve_points / 2);
    sketch.points[x] = y;
    sketch.last_x = x;
}

void lift(Sketch& sketch)
{
    sketch.last_x.reset();
}

void replace(Sketch& sketch, const Curve& points)
{
    sketch.points.clear();
    lift(sketch);
    for (const auto& [x, y] : points) draw_to(sketch, x, y);
    lift(sketch);
}

std::optional<Miss> furthest_miss(const Curve& guess, const Curve& truth)
{
    const double height = judging::height_of(guess, truth);
    std::optional<Miss> worst;
    std::optional<double> close_to;
    bool was_close = true;
    for (const auto& [x, y] : truth) {
        const auto guessed = value_at(guess, x);
        if (!guessed) continue;
        const double off = std::abs(*guessed - y);
        was_close = was_close && off <= judging::tolerance * height;
        if (was_close) close_to = x;
        if (off > judging::tolerance * height && (!worst || off > std::abs(worst->guessed - worst->truth)))
            worst = Miss{x, *guessed, y, std::nullopt};
    }
    if (worst) worst->close_to = close_to;
    return worst;
}

}  // namespace spillway::teaching
