#include "app/charts/layout.h"

#include <algorithm>
#include <string>

#include "app/charts/layout_annotations.h"
#include "app/charts/layout_axes.h"
#include "app/charts/layout_guess.h"
#include "app/charts/layout_header.h"
#include "app/charts/layout_lines.h"
#include "app/charts/layout_markers.h"
#include "app/charts/layout_readouts.h"
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
    drawing.primitives.reserve(256);  // shipped charts have up to 160; moving them would cost a tenth of layout()
    const double padding = std::min(style.padding, std::min(size.width, size.height) / 12);
    Sheet sheet{chart, style, measure, drawing, Rect{0, 0, size.width, size.height}.grown(-padding)};
    if (style.background)
        sheet.add(Box{{0, 0, size.width, size.height}, style.rounding, {ColourRole::background, 0, 1}});

    const RowPlan plan = plan_rows(sheet);
    add_title(sheet, plan);
    add_readouts(sheet, plan.readout_rows, plan.plot_top);
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

Size whole_size(const Chart& chart, Size least, const ChartStyle& style, const TextMeasure& measure)
{
    using namespace parts;
    constexpr double widest = 4000, tallest = 4000;
    Drawing drawing;
    Sheet sheet{chart, style, measure, drawing, Rect{0, 0, least.width, least.height}.grown(-style.padding)};
    double names = 0;
    if (chart.x.categorical)
        for (const auto& [position, name] : chart.x.names) names += sheet.width(name, FontRole::tick) + sheet.px(8);
    const double label = sheet.width(chart.x.label + " (" + chart.x.unit + ")", FontRole::tick);
    const double beside = sheet.width("log y", FontRole::tick) + sheet.px(8);
    const double axis = style.narrow ? label + 2 * beside : 2 * label;
    Size size = least;
    const double needed = std::max({width_of_words(sheet), names * 1.25, axis}) + 2 * style.padding + 1;
    size.width = std::max(least.width, std::min(needed, widest * style.scale));
    // Keep the page's proportions, whatever width the names need.
    size.height = size.width * least.height / least.width;
    const auto has_all = [&] {
        sheet.frame = Rect{0, 0, size.width, size.height}.grown(-style.padding);
        const RowPlan plan = plan_rows(sheet);
        return has_all_words(sheet, plan) && plan.plot_bottom - plan.plot_top >= 0.45 * least.height;
    };
    while (!has_all() && size.height < tallest * style.scale) size.height += sheet.line_height(FontRole::tick);
    return size;
}

std::vector<Drawing> whole_layouts(const std::vector<Chart>& charts, Size least, const ChartStyle& style,
                                   const TextMeasure& measure)
{
    for (const Chart& chart : charts) {
        const Size size = whole_size(chart, least, style, measure);
        least = {std::max(least.width, size.width), std::max(least.height, size.height)};
    }
    std::vector<Drawing> drawings;
    for (const Chart& chart : charts) drawings.push_back(layout(chart, least, style, measure));
    return drawings;
}

}  // namespace spillway::charts
