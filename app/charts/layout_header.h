#pragma once

// What stands above the plot: a part of layout(), private to it.

#include "app/charts/sheet.h"

namespace spillway::charts::parts {

/// Where the vertical room goes, from top to bottom.
struct RowPlan {
    bool has_title = false;
    bool subtitle_has_own_row = false;
    int readout_rows = 0;
    bool has_axis_label = false;
    double plot_top = 0, plot_bottom = 0;
    double tick_top = 0, axis_label_top = 0;
};

[[nodiscard]] RowPlan plan_rows(const Sheet& sheet);
/// The widest thing that stands above the plot, and whether a plan has room for all of them.
[[nodiscard]] double width_of_words(const Sheet& sheet);
[[nodiscard]] bool has_all_words(const Sheet& sheet, const RowPlan& plan);
void add_title(Sheet& sheet, const RowPlan& plan);

}  // namespace spillway::charts::parts
