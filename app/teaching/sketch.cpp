#include "app/teaching/sketch.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

namespace spillway::teaching {
namespace {

constexpr std::size_t most_points = 512;
constexpr std::size_t most_kept_points = 80;  ///< of at most 24 characters each: progress.json takes texts of 2,000
constexpr double close_distance = 0.1;        ///< share of the truth's largest value

/// A number at the front of the text, which it is taken from.
std::optional<double> take_number(std::string_view& text)
{
    const std::string copy(text.substr(0, 64));
    char* end = nullptr;
    const double number = std::strtod(copy.c_str(), &end);
    if (end == copy.c_str() || !std::isfinite(number)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - copy.c_str()));
    return number;
}

void skip(std::string_view& text, std::string_view characters)
{
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(characters)));
}

/// What a distance is held against: the truth's largest value, or the guess's own where the truth is 0 everywhere.
double height_of(const Curve& guess, const Curve& truth)
{
    double largest = 0;
    for (const auto& [x, y] : truth)
        if (value_at(guess, x)) largest = std::max(largest, std::abs(y));
    if (largest == 0)
        for (const auto& [x, y] : guess) largest = std::max(largest, std::abs(y));
    return largest;
}

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
    if (sketch.points.size() >= most_points) sketch.points = thinned(sketch.points, most_points / 2);
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

std::optional<double> value_at(const Curve& curve, double x)
{
    const auto above = curve.lower_bound(x);
    if (above == curve.end()) return std::nullopt;
    if (above->first == x) return above->second;
    if (above == curve.begin()) return std::nullopt;
    const auto below = std::prev(above);
    const double share = (x - below->first) / (above->first - below->first);
    return below->second + share * (above->second - below->second);
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

model::Expected<Curve> parse_curve(std::string_view text)
{
    constexpr std::string_view between = " \t\n,;";
    Curve curve;
    for (skip(text, between); !text.empty(); skip(text, between)) {
        const std::string_view rest = text;
        const auto x = take_number(text);
        skip(text, " ");
        const bool has_colon = !text.empty() && text.front() == ':';
        if (has_colon) text.remove_prefix(1);
        const auto y = has_colon ? take_number(text) : std::nullopt;
        if (!x || !y)
            return model::Error{"\"" + std::string(rest.substr(0, 20)) + "\" is not a point", "",
                                "write pairs: 8:0, 32:128"};
        if (curve.size() >= most_points) return model::Error{"too many points", "", ""};
        curve[*x] = *y;
    }
    if (curve.size() < 2) return model::Error{"a curve needs at least two points", "", "for instance 8:0, 32:128"};
    return curve;
}

std::optional<double> distance(const Curve& guess, const Curve& truth)
{
    double sum = 0;
    int count = 0;
    for (const auto& [x, y] : truth) {
        const auto guessed = value_at(guess, x);
        if (!guessed) continue;
        sum += std::abs(*guessed - y);
        ++count;
    }
    if (count == 0) return std::nullopt;
    const double height = height_of(guess, truth);
    return height == 0 ? 0 : sum / count / height;
}

std::optional<Miss> furthest_miss(const Curve& guess, const Curve& truth)
{
    const double height = height_of(guess, truth);
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
