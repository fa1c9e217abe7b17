#include "app/charts/layout_header.h"

#include <algorithm>
#include <string>

#include "app/charts/layout_readouts.h"

namespace spillway::charts::parts {
namespace {

double title_mark_width(const Sheet& sheet)
{
    return sheet.style.controls ? sheet.style.font(FontRole::title) : 0;
}

/// Draws a small arrow down: the title opens a list.
void add_list_mark(Sheet& sheet, Point centre)
{
    const double half = 0.22 * sheet.style.font(FontRole::title);
    sheet.add(Polyline{{{centre.x - half, centre.y - half / 2},
                        {centre.x, centre.y + half / 2},
                        {centre.x + half, centre.y - half / 2}},
                       sheet.px(1.4),
                       {},
                       0,
                       {ColourRole::text_muted, 0, 1},
                       ""});
}

const std::string& shortest_subtitle(const Chart& chart)
{
    return chart.shorter_subtitles.empty() ? chart.subtitle : chart.shorter_subtitles.back();
}

/// The longest form that fits; otherwise the shortest, cut.
std::string fitting_subtitle(const Sheet& sheet, double room)
{
    const Chart& chart = sheet.chart;
    if (sheet.width(chart.subtitle, FontRole::subtitle) <= room) return chart.subtitle;
    for (const std::string& shorter : chart.shorter_subtitles)
        if (sheet.width(shorter, FontRole::subtitle) <= room) return shorter;
    return sheet.elided(shortest_subtitle(chart), room, FontRole::subtitle);
}

bool subtitle_fits_beside_title(const Sheet& sheet)
{
    const double title = sheet.width(sheet.chart.title, FontRole::title) + title_mark_width(sheet);
    const std::string& usual = sheet.chart.widest_subtitle;
    const bool is_as_usual = !usual.empty() && !sheet.style.whole;
    const double subtitle = sheet.width(is_as_usual ? usual : sheet.chart.subtitle, FontRole::subtitle);
    return title + subtitle + sheet.px(16) <= sheet.frame.width();
}

}  // namespace

double width_of_words(const Sheet& sheet)
{
    return std::max({widest_readout(sheet), sheet.width(sheet.chart.title, FontRole::title),
                     sheet.width(sheet.chart.subtitle, FontRole::subtitle)});
}

bool has_all_words(const Sheet& sheet, const RowPlan& plan)
{
    const bool has_title = plan.has_title || sheet.chart.title.empty();
    const bool has_subtitle =
        plan.subtitle_has_own_row || sheet.chart.subtitle.empty() || subtitle_fits_beside_title(sheet);
    const bool has_label = plan.has_axis_label || sheet.chart.x.label.empty();
    return has_title && has_subtitle && has_label && plan.readout_rows == readout_rows(sheet);
}

RowPlan plan_rows(const Sheet& sheet)
{
    RowPlan plan;
    const double title = sheet.line_height(FontRole::title), readout = sheet.line_height(FontRole::readout) * 1.15;
    const double subtitle = sheet.line_height(FontRole::subtitle), tick = sheet.line_height(FontRole::tick);
    const double tick_row = tick + sheet.px(7), gap = sheet.px(7);
    const double least_plot = 2.6 * tick;
    double left = sheet.frame.height() - tick_row - gap - least_plot;
    const auto take = [&](double height, double keep) {
        if (left < height + keep) return false;
        left -= height;
        return true;
    };

    // In order of importance; the second argument of take() is the space that the curves keep.
    plan.has_title = !sheet.chart.title.empty() && take(title + sheet.px(2), 0);
    const int wanted = readout_rows(sheet);
    while (plan.readout_rows < wanted && take(readout, plan.readout_rows * 2 * tick)) ++plan.readout_rows;
    plan.has_axis_label = !sheet.chart.x.label.empty() && take(tick, tick);
    const bool beside = subtitle_fits_beside_title(sheet) || sheet.chart.subtitle.empty();
    plan.subtitle_has_own_row = plan.has_title && !beside && take(subtitle, 3 * tick);

    plan.plot_top = sheet.frame.top + (plan.has_title ? title + sheet.px(2) : 0) +
                    (plan.subtitle_has_own_row ? subtitle : 0) + plan.readout_rows * readout + gap;
    plan.axis_label_top = sheet.frame.bottom - tick;
    plan.tick_top = (plan.has_axis_label ? plan.axis_label_top : sheet.frame.bottom) - tick - sheet.px(1);
    plan.plot_bottom = plan.tick_top - sheet.px(6);
    if (plan.plot_bottom < plan.plot_top) plan.plot_top = std::min(plan.plot_top, sheet.frame.top);
    plan.plot_bottom = std::max(plan.plot_bottom, plan.plot_top + 1);
    return plan;
}

void add_title(Sheet& sheet, const RowPlan& plan)
{
    if (!plan.has_title) return;
    const Rect& frame = sheet.frame;
    const double mark = title_mark_width(sheet);
    const std::string title = sheet.elided(sheet.chart.title, frame.width() - mark, FontRole::title);
    Rect box = sheet.add_text(title, frame.left, frame.top, Anchor::start, FontRole::title, {ColourRole::text, 0, 1});
    if (mark > 0) add_list_mark(sheet, {box.right + mark * 0.62, (box.top + box.bottom) / 2});
    box.right += mark;
    sheet.drawing.title = box;
    const Colour muted{ColourRole::text_muted, 0, 1};
    if (plan.subtitle_has_own_row) {
        const std::string subtitle = fitting_subtitle(sheet, frame.width());
        sheet.add_text(subtitle, frame.left, box.bottom, Anchor::start, FontRole::subtitle, muted);
        return;
    }
    const double room = frame.right - box.right - sheet.px(16);
    const std::string subtitle = fitting_subtitle(sheet, room);
    // Align both on one baseline.
    const double top = frame.top + sheet.measure.ascent(FontRole::title, sheet.style.font(FontRole::title)) -
                       sheet.measure.ascent(FontRole::subtitle, sheet.style.font(FontRole::subtitle));
    const bool is_long_enough = subtitle.size() * 5 > shortest_subtitle(sheet.chart).size() * 3;
    if (!subtitle.empty() && is_long_enough)
        sheet.add_text(subtitle, frame.right, top, Anchor::end, FontRole::subtitle, muted);
}

}  // namespace spillway::charts::parts
