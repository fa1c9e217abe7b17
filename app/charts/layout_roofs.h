#pragma once

// Sloped roofs of a roofline. Private part of layout().

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

void add_roofs(Sheet& sheet);
/// Adds names beside the roofs, the plain ones before the faint ones. Labels added later avoid the lines.
void add_roof_names(Sheet& sheet, LabelPlacer& placer);

}  // namespace spillway::charts::parts
