#pragma once

// The legend, which has each curve's value under the cursor: a part of layout(), private to it.

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

/// How many rows it has where there is room for all.
[[nodiscard]] int readout_rows(const Sheet& sheet);
/// The widest value in full, with its marker.
[[nodiscard]] double widest_readout(const Sheet& sheet);
/// In so many rows, above a plot that begins there.
void add_readouts(Sheet& sheet, int rows, double plot_top);

}  // namespace spillway::charts::parts
