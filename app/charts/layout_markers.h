#pragma once

// Marks on values, and crosses for failed points. Private part of layout().

#include <vector>

#include "app/charts/layout_series.h"

namespace spillway::charts::parts {

void add_markers(Sheet& sheet, const std::vector<Trace>& traces);
void add_tooltip_targets(Sheet& sheet);

}  // namespace spillway::charts::parts
