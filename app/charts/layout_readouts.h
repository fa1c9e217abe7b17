#pragma once

// The legend with each curve's value under the cursor. Private part of layout().

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

/// Number of rows if space is unlimited.
[[nodiscard]] int readout_rows(const Sheet& sheet);
/// Width of the widest full value with its marker.
[[nodiscard]] double widest_readout(const Sheet& sheet);
/// Adds the legend in `rows` rows above `plot_top`.
void add_readouts(Sheet& sheet, int rows, double plot_top);

}  // namespace spillway::charts::parts
