#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/model/error.h"

namespace spillway::judging {

/// A curve drawn before the real one is shown: x to y, both in the chart's units.
using Curve = std::map<double, double>;

inline constexpr std::size_t max_curve_points = 512;

/// The guess at x, interpolated between its points; empty outside the drawn range.
[[nodiscard]] std::optional<double> value_at(const Curve& curve, double x);

/// "1:0 32:128". In typed text, spaces, commas or semicolons separate the pairs.
[[nodiscard]] model::Expected<Curve> parse_curve(std::string_view text);

/// Reduces the curve to at most `max` points, but not below 2: removes the points nearest to the line between their
/// neighbours first.
[[nodiscard]] Curve thinned(const Curve& curve, std::size_t max);
/// "1:0 32:128", which parse_curve reads in every locale. Thinned to 80 points, for progress.json. Rounds x to six and
/// y to four digits.
[[nodiscard]] std::string to_text(const Curve& curve);

/// Value that a distance is divided by: the truth's largest absolute value where the guess is drawn, or the guess's if
/// the truth is 0 there.
[[nodiscard]] double height_of(const Curve& guess, const Curve& truth);

/// Share of the truth's points that a guess has to cover: one right point is no curve.
inline constexpr double least_covered = 0.8;
[[nodiscard]] bool covers(const Curve& guess, const Curve& truth);
/// Sentence for a drawing that covers less.
[[nodiscard]] std::string uncovered_words();

/// Mean distance over the truth's x values in the drawn range of the guess, as a share of height_of(). Empty if the
/// guess does not cover the truth.
[[nodiscard]] std::optional<double> distance(const Curve& guess, const Curve& truth);

/// The only tolerance for a right answer, inclusive: a share of a number's answer, or of a curve's height.
inline constexpr double tolerance = 0.1;
/// "10 %"
[[nodiscard]] std::string tolerance_percent();

/// Error of a guessed number, as a share of the answer; if the answer is 0, as a share of the guess.
[[nodiscard]] double share_off(double guess, double answer);

}  // namespace spillway::judging
