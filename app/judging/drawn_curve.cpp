#include "app/judging/drawn_curve.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "app/judging/number_text.h"

namespace spillway::judging {
namespace {

constexpr std::size_t max_kept_points = 80;  ///< at most 24 characters each
constexpr std::size_t max_number_characters = 40;

/// Takes a number from the front of the text.
std::optional<double> take_number(std::string_view& text)
{
    const std::size_t end = std::min(text.find_first_not_of("+-.0123456789eE"), text.size());
    if (end == 0 || end > max_number_characters) return std::nullopt;
    const auto number = plain_number(text.substr(0, end));
    if (number) text.remove_prefix(end);
    return number;
}

void skip(std::string_view& text, std::string_view characters)
{
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(characters)));
}

}  // namespace

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

double height_of(const Curve& guess, const Curve& truth)
{
    double largest = 0;
    for (const auto& [x, y] : truth)
        if (value_at(guess, x)) largest = std::max(largest, std::abs(y));
    if (largest == 0)
        for (const auto& [x, y] : guess) largest = std::max(largest, std::abs(y));
    return largest;
}

model::Expected<Curve> parse_curve(std::string_view text)
{
    constexpr std::string_view separators = " \t\n,;";
    Curve curve;
    for (skip(text, separators); !text.empty(); skip(text, separators)) {
        const std::string_view rest = text;
        const auto x = take_number(text);
        skip(text, " ");
        const bool has_colon = !text.empty() && text.front() == ':';
        if (has_colon) text.remove_prefix(1);
        skip(text, " ");
        const auto y = has_colon ? take_number(text) : std::nullopt;
        if (!x || !y)
            return model::Error{"\"" + std::string(rest.substr(0, 20)) + "\" is not a point", "",
                                "write pairs: 8:0, 32:128"};
        if (curve.size() >= max_curve_points) return model::Error{"too many points", "", ""};
        curve[*x] = *y;
    }
    if (curve.size() < 2) return model::Error{"a curve needs at least two points", "", "for instance 8:0, 32:128"};
    return curve;
}

Curve thinned(const Curve& curve, std::size_t max)
{
    Curve kept = curve;
    while (kept.size() > std::max<std::size_t>(max, 2)) {
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
    for (const auto& [x, y] : thinned(curve, max_kept_points))
        text += fmt::format("{}{:.6g}:{:.4g}", text.empty() ? "" : " ", x, y);
    return text;
}

bool covers(const Curve& guess, const Curve& truth)
{
    const auto is_covered = [&](const auto& point) { return value_at(guess, point.first).has_value(); };
    const auto covered = static_cast<double>(std::ranges::count_if(truth, is_covered));
    return covered > 0 && covered >= least_covered * static_cast<double>(truth.size());
}

std::string uncovered_words()
{
    return fmt::format("The drawing covers less than {:.0f} % of the curve. Draw it over the whole axis.",
                       least_covered * 100);
}

std::optional<double> distance(const Curve& guess, const Curve& truth)
{
    if (!covers(guess, truth)) return std::nullopt;
    double sum = 0;
    int count = 0;
    for (const auto& [x, y] : truth) {
        const auto guessed = value_at(guess, x);
        if (!guessed) continue;
        sum += std::abs(*guessed - y);
        ++count;
    }
    const double height = height_of(guess, truth);
    return height == 0 ? 0 : sum / count / height;
}

std::string tolerance_percent()
{
    return std::to_string(static_cast<int>(tolerance * 100 + 0.5)) + " %";
}

double share_off(double guess, double answer)
{
    const double size = std::max(std::abs(answer), answer == 0 ? std::abs(guess) : 0.0);
    return size == 0 ? 0 : std::abs(guess - answer) / size;
}

}  // namespace spillway::judging
