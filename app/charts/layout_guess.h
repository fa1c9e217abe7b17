#pragma once

// The learner's drawing. Private part of layout(). It has the text's colour, which no variant has, and is thicker than
// the variants' lines.

#include <optional>

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

/// Tint of a plot with a hidden curve; empty for other plots.
[[nodiscard]] std::optional<Colour> guess_tint(const Chart& chart);
/// Tints the whole plot.
void add_guess_ground(Sheet& sheet);
/// Draws the guess in front of everything.
void add_guess(Sheet& sheet);

}  // namespace spillway::charts::parts
