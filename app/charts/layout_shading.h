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
void add_failure_shading(Sheet& sheet);
/// The ground that words stand on: it hides most of what lies below, and keeps the shade.
void add_label_ground(Sheet& sheet, const Rect& rect);

}  // namespace spillway::charts::parts
