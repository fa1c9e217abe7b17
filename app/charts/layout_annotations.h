#pragma once

// Text inside the plot. Private part of layout().

#include <vector>

#include "app/charts/layout_series.h"

namespace spillway::charts::parts {

/// Add texts inside the plot: cliffs, failures, reference lines, names of companions; or the empty message.
void add_rules(Sheet& sheet);
void add_annotations(Sheet& sheet, const std::vector<Trace>& traces);

}  // namespace spillway::charts::parts
