#include "app/charts/layout.h"

#include <algorithm>

#include "app/charts/layout_annotations.h"
#include "app/charts/layout_axes.h"
#include "app/charts/layout_guess.h"
#include "app/charts/layout_header.h"
#include "app/charts/layout_lines.h"
#include "app/charts/layout_markers.h"
#include "app/charts/layout_roofs.h"
#include "app/charts/layout_series.h"
#include "app/charts/layout_shading.h"
#include "app/charts/sheet.h"

namespace spillway::charts {

Drawing layout(const Chart& chart, Size size, const ChartStyle& style, const TextMeasure& measure)
{
    using namespace parts;
    Drawing drawing;
    drawing.size = size;
    drawing.primitives.reserve(256);  // the shipped charts have up to 160: to move them costs a tenth of the layout
    const double padding = std::min(style.padding, std::min(size.width, size.height) / 12);
    Sheet sheet{chart, style, measure, drawing, Rect{0, 0, size.width, size.height}.grown(-padding)};
    if (style.background)
        sheet.add(Box{{0, 0, size.width, size.height}, style.rounding, {ColourRole::background, 0, 1}});

    const RowPlan plan = plan_rows(sheet);
    add_title(sheet, plan);
    add_readouts(sheet, plan);
    const std::vector<Tick> y_ticks = place_plot(sheet, plan);
    add_guess_ground(sheet);
    add_failure_shading(sheet);
    add_grid(sheet, y_ticks);
    add_x_axis(sheet, plan);

    const std::vector<Trace> traces = trace_series(sheet);
    add_rules(sheet);
    add_roofs(sheet);
    add_spreads(sheet, traces);
    add_lines(sheet, traces);
    add_cursor_line(sheet);
    add_markers(sheet, traces);
    add_guess(sheet);
    add_annotations(sheet, traces);
    if (style.tooltips) add_tooltip_targets(sheet);
    return drawing;
}

}  // namespace spillway::charts
