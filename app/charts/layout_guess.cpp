#include "app/charts/layout_guess.h"

namespace spillway::charts::parts {

std::optional<Colour> guess_tint(const Chart& chart)
{
    if (!chart.guess || !chart.guess->is_covered) return std::nullopt;
    return Colour{ColourRole::text, 0, 0.07};
}

void add_guess_ground(Sheet& sheet)
{
    if (const auto tint = guess_tint(sheet.chart)) sheet.add(Box{sheet.drawing.plot, 0, *tint});
}

void add_guess(Sheet& sheet)
{
    if (!sheet.chart.guess || sheet.chart.guess->points.empty()) return;
    const double width = 1.4 * sheet.style.line_width;
    Polyline line;
    for (const auto& [x, y] : sheet.chart.guess->points)
        line.points.push_back({sheet.drawing.x.to_pixel(x), sheet.drawing.y.to_pixel(y)});
    line.width = width;
    line.colour = {ColourRole::text, 0, 1};
    if (!sheet.chart.guess->is_covered) line.dash = {3 * width, 2 * width};
    sheet.add(ClipBegin{sheet.drawing.plot.grown(width)});
    if (line.points.size() == 1)
        sheet.add(
            MarkerShape{line.points.front(), Marker::circle, 1.5 * width, {ColourRole::text, 0, 1}, false, false, ""});
    else
        sheet.add(std::move(line));
    sheet.add(ClipEnd{});
}

}  // namespace spillway::charts::parts
