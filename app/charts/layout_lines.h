#pragma once

// Lines through the values, and the bands around them: a part of layout(), private to it.

#include <vector>

#include "app/charts/layout_series.h"

namespace spillway::charts::parts {

void add_spreads(Sheet& sheet, const std::vector<Trace>& traces);
void add_lines(Sheet& sheet, const std::vector<Trace>& traces);
void add_cursor_line(Sheet& sheet);

}  // namespace spillway::charts::parts
