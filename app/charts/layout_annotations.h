#pragma once

// Text inside the plot. Private part of layout().

#include <vector>

#include "app/charts/layout_series.h"

namespace spillway::charts::parts {

/// Adds the lines of cliffs, failures and references.
void add_rules(Sheet& sheet);
/// Adds their texts, and the names of roofs, curves and the guess; or only the empty message. Removes the line of a
/// cliff whose text has no place.
void add_annotations(Sheet& sheet, const std::vector<Trace>& traces);

}  // namespace spillway::charts::parts
