#pragma once

// Lines through the values, with their bands. Private part of layout().

#include <vector>

#include "app/charts/layout_series.h"

namespace spillway::charts::parts {

void add_spreads(Sheet& sheet, const std::vector<Trace>& traces);
void add_lines(Sheet& sheet, const std::vector<Trace>& traces);
void add_cursor_line(Sheet& sheet);

}  // namespace spillway::charts::parts
