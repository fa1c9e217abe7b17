#pragma once

// The sloped roofs of a roofline: a part of layout(), private to it.

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

void add_roofs(Sheet& sheet);
/// Beside their lines, the plain ones before the faint ones. Other words keep away from the lines afterwards.
void add_roof_names(Sheet& sheet, LabelPlacer& placer);

}  // namespace spillway::charts::parts
