#include "app/teaching/sketch.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace spillway::teaching {
namespace {

constexpr std::size_t most_kept_points = 80;  ///< of at most 24 characters each: progress.json takes texts of 2,000
constexpr double close_distance = 0.1;        ///< share of the truth's largest value

}  // namespace

void draw_to(Sketch& sketch, double x, double y)
{
    if (!std::isfinite(x) || std::isnan(y)) return;
    y = std::clamp(y, sketch.least, std::max(sketch.least, sketch.most));
    // Between a place and itself lies nothing, and the range would be reversed.
    if (sketch.last_x && *sketch.last_x != x) {
        const auto [first, last] = std::minmax(*sketch.last_x, x);
        sketch.points.erase(sketch.points.upper_bound(first), sketch.points.lower_bound(last));
    }
    if (sketch.points.size() >= learner::most_curve_points)
        sketch.points = thinned(sketch.points, learner::most_curve_points / 2);
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

Curve thinned(const Curve& curve, std::size_t most)
{
    Curve kept = curve;
    while (kept.size() > std::max<std::size_t>(most, 2)) {
        const auto off_line = [](const auto& before, const auto& at, const auto& after) {
            const double share = (at.first - before.first) / (after.first - before.first);
            return std::abs(before.second + share * (after.second - before.second) - at.second);
        };
        auto least = std::next(kept.begin());
        double least_off = INFINITY;
        for (auto at = std::next(kept.begin()); std::next(at) != kept.end(); ++at)
            if (const double off = off_line(*std::prev(at), *at, *std::next(at)); off < least_off) {
                least_off = off;
                least = at;
            }
        kept.erase(least);
    }
    return kept;
}

std::string to_text(const Curve& curve)
{
    std::string text;
    for (const auto& [x, y] : thinned(curve, most_kept_points))
        text += fmt::format("{}{:.6g}:{:.4g}", text.empty() ? "" : " ", x, y);
    return text;
}

std::optional<Miss> furthest_miss(const Curve& guess, const Curve& truth)
{
    const double height = learner::height_of(guess, truth);
    std::optional<Miss> worst;
    std::optional<double> close_to;
    bool was_close = true;
    for (const auto& [x, y] : truth) {
        const auto guessed = value_at(guess, x);
        if (!guessed) continue;
        const double off = std::abs(*guessed - y);
        was_close = was_close && off <= close_distance * height;
        if (was_close) close_to = x;
        if (off > close_distance * height && (!worst || off > std::abs(worst->guessed - worst->truth)))
            worst = Miss{x, *guessed, y, std::nullopt};
    }
    if (worst) worst->close_to = close_to;
    return worst;
}

}  // namespace spillway::teaching
