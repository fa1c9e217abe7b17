#pragma once

// Everything above the plot. Private part of layout().

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

/// Distribution of the vertical space, from top to bottom.
struct RowPlan {
    bool has_title = false;
    bool subtitle_has_own_row = false;
    int readout_rows = 0;
    bool has_axis_label = false;
    double plot_top = 0, plot_bottom = 0;
    double tick_top = 0, axis_label_top = 0;
};

[[nodiscard]] RowPlan plan_rows(const Sheet& sheet);
/// Width of the widest item above the plot, and whether a plan has space for all of them.
[[nodiscard]] double width_of_words(const Sheet& sheet);
[[nodiscard]] bool has_all_words(const Sheet& sheet, const RowPlan& plan);
void add_title(Sheet& sheet, const RowPlan& plan);

}  // namespace spillway::charts::parts
