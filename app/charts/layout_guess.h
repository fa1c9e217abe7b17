#pragma once

// What a learner drew before the curve was shown: a part of layout(), private to it. In the colour of text, as
// no variant is, and thicker than they are.

#include <optional>

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

/// The tint of a plot whose curve is still covered; of others nothing.
[[nodiscard]] std::optional<Colour> guess_tint(const Chart& chart);
/// Paints it over the whole plot.
void add_guess_ground(Sheet& sheet);
/// The guess itself, in front of everything.
void add_guess(Sheet& sheet);

}  // namespace spillway::charts::parts
