#include "app/charts/sheet.h"

#include <algorithm>

namespace spillway::charts::parts {

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
    add(MarkerShape{
        centre, series.marker, radius, {ColourRole::series, series.palette_index, 1}, false, false, "", series.key});
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

}  // namespace spillway::charts::parts
