#pragma once

// Where a variant is refused the plot is shaded: a part of layout(), private to it.

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

/// A stretch of the plot, in pixels.
struct Span {
    double left = 0, right = 0;
    [[nodiscard]] bool empty() const { return right <= left; }
};

/// Where the band lies; empty where its variant is not shown.
[[nodiscard]] Span band_span(const Sheet& sheet, const FailureBand& band);
/// Over the whole height where all variants that are shown are refused; of one of several only its row of crosses at
/// the foot, since the other curves are valid there.
void add_failure_shading(Sheet& sheet);
/// Half the height of a row of crosses, and the middle of that of a variant.
[[nodiscard]] double cross_radius(const Sheet& sheet);
[[nodiscard]] double cross_row(const Sheet& sheet, const std::string& series_key);
/// The ground that words stand on: it hides most of what lies below, and keeps the shade.
void add_label_ground(Sheet& sheet, const Rect& rect);

}  // namespace spillway::charts::parts
