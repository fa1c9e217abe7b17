#pragma once

// Shading where a variant is refused. Private part of layout().

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

/// Part of the plot, in pixels.
struct Span {
    double left = 0, right = 0;
    [[nodiscard]] bool empty() const { return right <= left; }
};

/// Position of a band; empty if its variant is hidden.
[[nodiscard]] Span band_span(const Sheet& sheet, const FailureBand& band);
/// Shades the whole height where all visible variants are refused. Where only one of several is, it shades only that
/// variant's row of crosses, because the other curves are valid there.
void add_failure_shading(Sheet& sheet);
/// Half the height of a row of crosses, and the centre of a variant's row.
[[nodiscard]] double cross_radius(const Sheet& sheet);
[[nodiscard]] double cross_row(const Sheet& sheet, const std::string& series_key);
/// Adds a background for text that hides most of what is below, but keeps the shading.
void add_label_ground(Sheet& sheet, const Rect& rect);

}  // namespace spillway::charts::parts
