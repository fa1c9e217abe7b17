#include "app/charts/layout.h"

#include <algorithm>

#include "app/charts/layout_parts.h"

namespace spillway::charts {
namespace parts {

Rect Sheet::add_text(const std::string& text, double x, double top, Anchor anchor, FontRole font, Colour colour)
{
    const double wide = width(text, font), pixels = style.font(font);
    const double left = anchor == Anchor::start ? x : anchor == Anchor::middle ? x - wide / 2 : x - wide;
    const Rect box{left, top, left + wide, top + line_height(font)};
    if (!text.empty()) add(Text{text, {x, top + measure.ascent(font, pixels)}, anchor, font, pixels, colour, box});
    return box;
}

void Sheet::add_swatch(const Series& series, double x, double top, FontRole font)
{
    const double radius = 0.36 * style.font(font);
    const Point centre{x + radius, top + line_height(font) / 2};
    add(MarkerShape{centre, series.marker, radius, {ColourRole::series, series.palette_index, 1}, false, false, ""});
}

const Series* visible_series(const Chart& chart, const std::string& key)
{
    const auto found = std::find_if(chart.series.begin(), chart.series.end(), [&](const Series& series) {
        return series.key == key && !series.hidden && !series.is_secondary && !series.is_ghost;
    });
    return found == chart.series.end() ? nullptr : &*found;
}

bool is_shown(const Chart& chart, const std::string& key)
{
    return key.empty() || visible_series(chart, key) != nullptr;
}

}  // namespace parts

Drawing layout(const Chart& chart, Size size, const ChartStyle& style, const TextMeasure& measure)
{
    using namespace parts;
    Drawing drawing;
    drawing.size = size;
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
