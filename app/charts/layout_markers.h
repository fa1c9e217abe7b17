#pragma once

// Marks on the values, and crosses for what failed: a part of layout(), private to it.

#include <vector>

#include "app/charts/layout_series.h"

namespace spillway::charts::parts {

void add_markers(Sheet& sheet, const std::vector<Trace>& traces);
void add_tooltip_targets(Sheet& sheet);

}  // namespace spillway::charts::parts
