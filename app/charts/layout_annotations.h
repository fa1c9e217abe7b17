#pragma once

// What is written into the plot: a part of layout(), private to it.

#include <vector>

#include "app/charts/layout_series.h"

namespace spillway::charts::parts {

/// Words inside the plot: cliffs, failures, reference lines, companions' names; or the empty message.
void add_rules(Sheet& sheet);
void add_annotations(Sheet& sheet, const std::vector<Trace>& traces);

}  // namespace spillway::charts::parts
