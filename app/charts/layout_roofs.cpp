#include "app/charts/layout_roofs.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/charts/layout_shading.h"

namespace spillway::charts::parts {
namespace {

using RoofLine = std::pair<Point, Point>;

/// The roof's line from the plot's lower or left edge up to its level; empty if outside the plot.
std::optional<RoofLine> roof_line(const Sheet& sheet, const SlopedRoof& roof)
{
    const Drawing& drawing = sheet.drawing;
    if (!sheet.chart.empty_message.empty() || !(roof.slope > 0) || !(roof.level > 0)) return std::nullopt;
    const double first = std::max(drawing.x.first, drawing.y.first / roof.slope);
    const double last = std::min({drawing.x.last, drawing.y.last / roof.slope, roof.level / roof.slope});
    if (!(last > first) || !(first > 0)) return std::nullopt;
    const auto pixel = [&](double x) { return Point{drawing.x.to_pixel(x), drawing.y.to_pixel(roof.slope * x)}; };
    return RoofLine{pixel(first), pixel(last)};
}

/// Space beside a name, so that no curve touches it.
double margin(const Sheet& sheet)
{
    return sheet.px(4);
}

/// Candidates to the left above the line, then to the right below it; from its upper end down.
std::vector<Candidate> beside_roof(const Sheet& sheet, const RoofLine& line, double width, double height)
{
    const double gap = sheet.px(5), beside = margin(sheet);
    const auto& [from, to] = line;
    std::vector<Candidate> candidates;
    for (const bool above : {true, false})
        for (int step = 0; step <= 20; ++step) {
            const double along = 0.9 - 0.04 * step;
            const Point at{from.x + along * (to.x - from.x), from.y + along * (to.y - from.y)};
            const double left = above ? at.x - gap - width : at.x + gap;
            const double top = above ? at.y - gap - height : at.y + gap;
            candidates.push_back(
                {{left - beside, top, left + width + beside, top + height}, step + (above ? 0.0 : 8.0)});
        }
    return candidates;
}

void add_roof_name(Sheet& sheet, const SlopedRoof& roof, LabelPlacer& placer)
{
    const auto line = roof_line(sheet, roof);
    if (!line) return;
    const auto candidates = beside_roof(sheet, *line, sheet.width(roof.label, FontRole::annotation),
                                        sheet.line_height(FontRole::annotation));
    const auto chosen = placer.place(candidates, sheet.px(44));
    if (!chosen) return;
    Rect rect = candidates[*chosen].rect;
    rect.left += margin(sheet);
    rect.right -= margin(sheet);
    add_label_ground(sheet, rect.grown(sheet.px(1)));
    sheet.add_text(roof.label, rect.left, rect.top, Anchor::start, FontRole::annotation,
                   {roof.is_faint ? ColourRole::text_muted : ColourRole::text, 0, 1});
}

}  // namespace

void add_roofs(Sheet& sheet)
{
    for (const SlopedRoof& roof : sheet.chart.roofs)
        if (const auto line = roof_line(sheet, roof))
            sheet.add(Polyline{{line->first, line->second},
                               roof.is_faint ? sheet.px(1) : sheet.style.line_width,
                               {},
                               0,
                               {ColourRole::reference, 0, roof.is_faint ? 0.6 : 1},
                               roof.label});
}

void add_roof_names(Sheet& sheet, LabelPlacer& placer)
{
    for (const SlopedRoof& roof : sheet.chart.roofs)
        if (const auto line = roof_line(sheet, roof)) placer.avoid(line->first, line->second, 2);
    for (const bool faint : {false, true})
        for (const SlopedRoof& roof : sheet.chart.roofs)
            if (roof.is_faint == faint) add_roof_name(sheet, roof, placer);
}

}  // namespace spillway::charts::parts
