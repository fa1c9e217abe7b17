#include "app/teaching/sketch.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

namespace spillway::teaching {
namespace {

constexpr std::size_t most_points = 256;

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

}  // namespace

void draw_to(Sketch& sketch, double x, double y)
{
    y = std::clamp(y, sketch.least, sketch.most);
    if (sketch.last_x) {
        const auto [first, last] = std::minmax(*sketch.last_x, x);
        sketch.points.erase(sketch.points.upper_bound(first), sketch.points.lower_bound(last));
    }
    if (sketch.points.size() < most_points || sketch.points.contains(x)) sketch.points[x] = y;
    sketch.last_x = x;
}

void lift(Sketch& sketch)
{
    sketch.last_x.reset();
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

std::string to_text(const Curve& curve)
{
    std::string text;
    for (const auto& [x, y] : curve) text += fmt::format("{}{:.6g}:{:.4g}", text.empty() ? "" : " ", x, y);
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
            return model::Error{"\"" + std::string(rest.substr(0, 20)) + "\" is no point", "",
                                "pairs were expected: 8:0, 32:128"};
        if (curve.size() >= most_points) return model::Error{"that are too many points", "", ""};
        curve[*x] = *y;
    }
    if (curve.size() < 2) return model::Error{"a curve has two points or more", "", "for instance 8:0, 32:128"};
    return curve;
}

std::optional<double> distance(const Curve& guess, const Curve& truth)
{
    double sum = 0, largest = 0;
    int count = 0;
    for (const auto& [x, y] : truth) {
        const auto guessed = value_at(guess, x);
        if (!guessed) continue;
        sum += std::abs(*guessed - y);
        largest = std::max(largest, std::abs(y));
        ++count;
    }
    if (count == 0) return std::nullopt;
    // Of a curve that is 0 everywhere any distance is as far off as its own size.
    if (largest == 0)
        for (const auto& [x, y] : guess) largest = std::max(largest, std::abs(y));
    return largest == 0 ? 0 : sum / count / largest;
}

}  // namespace spillway::teaching
