#include "app/charts/layout_header.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/charts/layout_series.h"

namespace spillway::charts::parts {
namespace {

/// Markers and values of the variants, in even columns so that they do not jump when values change.
struct ReadoutGrid {
    struct Item {
        std::vector<const Series*> series;  ///< several where their curves coincide, with one value
        std::string text;
    };
    std::vector<Item> items;
    std::size_t columns = 1;
    int rows = 0;
};

enum class ReadoutForm { full, brief };

std::string readout_text(const Sheet& sheet, const Series& series, ReadoutForm form)
{
    const bool brief = form == ReadoutForm::brief && !series.readout_short.empty();
    const std::string& value = brief ? series.readout_short : series.readout;
    if (!sheet.style.readout_labels) return value;
    return value.empty() ? series.label : series.label + "  " + value;
}

/// Of several the least and the largest value, or the one that all have.
std::string readout_text(const Sheet& sheet, const ReadoutGrid::Item& item, ReadoutForm form)
{
    const auto value = [&](const Series* series) {
        const auto index = find_point(*series, sheet.chart.cursor.value_or(0));
        return index ? series->points[*index].y.value_or(0) : 0;
    };
    const auto [least, largest] = std::ranges::minmax(item.series, {}, value);
    const std::string last = readout_text(sheet, *largest, form);
    if (readout_text(sheet, *least, form) == last) return last;
    return readout_text(sheet, *least, ReadoutForm::brief) + " to " + last;
}

/// As far as an eye can tell, over the whole axis.
bool coincide(const Axis& y, const Series& a, const Series& b)
{
    constexpr double invisible = 0.01;  // of the axis
    const auto scaled = [&](double value) {
        return y.logarithmic ? std::log2(std::max(value, y.least_positive / 2)) : value;
    };
    const double tolerance = invisible * (scaled(y.last) - scaled(y.first));
    const auto is_same = [&](const DataPoint& one, const DataPoint& other) {
        return one.x == other.x && one.look == other.look && one.y.has_value() == other.y.has_value() &&
               (!one.y || std::abs(scaled(*one.y) - scaled(*other.y)) <= tolerance);
    };
    const bool is_seen = std::ranges::any_of(a.points, [](const DataPoint& point) { return point.y.has_value(); });
    return is_seen && a.readout_look == b.readout_look && std::ranges::equal(a.points, b.points, is_same);
}

/// The items with those together whose curves coincide; as they are where names stand beside the values, or where each
/// value tells how far it is from another setting's.
std::vector<ReadoutGrid::Item> told_as_one(const Sheet& sheet, const std::vector<ReadoutGrid::Item>& items)
{
    const bool has_ghost = std::ranges::any_of(sheet.chart.series, &Series::is_ghost);
    if (sheet.style.readout_labels || has_ghost) return items;
    std::vector<ReadoutGrid::Item> groups;
    for (const ReadoutGrid::Item& item : items) {
        const auto found = std::ranges::find_if(groups, [&](const ReadoutGrid::Item& group) {
            return coincide(sheet.chart.y, *group.series.front(), *item.series.front());
        });
        if (found == groups.end())
            groups.push_back(item);
        else
            found->series.push_back(item.series.front());
    }
    return groups;
}

/// Without those that have no value anywhere here: a copy has no registers, and a dash would only ask why. As they are
/// where the names stand beside the values, or where none has any.
std::vector<ReadoutGrid::Item> with_values(const Sheet& sheet, std::vector<ReadoutGrid::Item> items)
{
    const auto is_answered = [](const DataPoint& point) { return point.y || point.look == PointLook::failed; };
    const auto has_any = [&](const ReadoutGrid::Item& item) {
        const Series& series = *item.series.front();
        return series.readout != "–" || std::ranges::any_of(series.points, is_answered);
    };
    if (sheet.style.readout_labels || std::ranges::any_of(sheet.chart.series, &Series::is_ghost)) return items;
    if (std::ranges::any_of(items, has_any)) std::erase_if(items, [&](const auto& item) { return !has_any(item); });
    return items;
}

/// Between a value and the marker behind it.
double readout_gap(const Sheet& sheet)
{
    return sheet.px(10);
}

double swatches_width(const Sheet& sheet, const ReadoutGrid::Item& item)
{
    return static_cast<double>(item.series.size()) * sheet.swatch_width(FontRole::readout);
}

/// Of the texts in one form, with their markers.
double widest_of(const Sheet& sheet, const std::vector<ReadoutGrid::Item>& items, ReadoutForm form)
{
    double widest = 0;
    for (const ReadoutGrid::Item& item : items)
        widest = std::max(
            widest, swatches_width(sheet, item) + sheet.width(readout_text(sheet, item, form), FontRole::readout));
    return widest;
}

std::size_t columns_of(std::size_t count, std::size_t rows)
{
    return (count + rows - 1) / rows;
}

/// How wide one of so many columns is, without the gap behind it.
double column_room(const Sheet& sheet, std::size_t columns)
{
    return (sheet.frame.width() + readout_gap(sheet)) / static_cast<double>(columns) - readout_gap(sheet);
}

/// How many rows there are follows from how many variants are shown and from how wide a usual number is, not from the
/// numbers of now: the plot below stays where it is while they change. A number that is wider still gets its room.
ReadoutGrid readout_grid(const Sheet& sheet, int most_rows)
{
    ReadoutGrid grid;
    bool is_empty = true;
    for (const Series& series : sheet.chart.series) {
        if (series.hidden || series.is_secondary || series.is_ghost) continue;
        grid.items.push_back({{&series}, ""});
        is_empty = is_empty && readout_text(sheet, series, ReadoutForm::full).empty();
    }
    if (is_empty || most_rows <= 0) return {};
    const double usual =
        sheet.swatch_width(FontRole::readout) + sheet.width(sheet.chart.usual_readout, FontRole::readout);
    const ReadoutForm form = sheet.style.whole ? ReadoutForm::full : ReadoutForm::brief;
    const double column = std::max(widest_of(sheet, grid.items, form), usual);
    const auto fitting = static_cast<std::size_t>(
        std::max(1.0, (sheet.frame.width() + readout_gap(sheet)) / (column + readout_gap(sheet))));
    const std::size_t rows = std::min(columns_of(grid.items.size(), fitting), static_cast<std::size_t>(most_rows));
    grid.columns = columns_of(grid.items.size(), rows);
    grid.rows = static_cast<int>(columns_of(grid.items.size(), grid.columns));
    std::vector<ReadoutGrid::Item> groups = told_as_one(sheet, with_values(sheet, grid.items));
    const std::size_t columns = columns_of(groups.size(), rows);
    if (widest_of(sheet, groups, ReadoutForm::brief) <= column_room(sheet, columns)) {
        grid.items = std::move(groups);
        grid.columns = columns;
    }
    // All with their units or all without.
    const bool has_room = widest_of(sheet, grid.items, ReadoutForm::full) <= column_room(sheet, grid.columns) + 0.01;
    for (ReadoutGrid::Item& item : grid.items)
        item.text = readout_text(sheet, item, has_room ? ReadoutForm::full : ReadoutForm::brief);
    return grid;
}

double title_mark_width(const Sheet& sheet)
{
    return sheet.style.controls ? sheet.style.font(FontRole::title) : 0;
}

/// A small arrow down: the title opens a list.
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

/// The longest form that has room; of the shortest as much as has room.
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
    const std::string& usual = sheet.chart.usual_subtitle;
    const bool is_as_usual = !usual.empty() && !sheet.style.whole;
    const double subtitle = sheet.width(is_as_usual ? usual : sheet.chart.subtitle, FontRole::subtitle);
    return title + subtitle + sheet.px(16) <= sheet.frame.width();
}

Colour readout_colour(const Series& series)
{
    if (series.readout_look == PointLook::solid) return {ColourRole::text, 0, 1};
    if (series.readout_look == PointLook::failed) return {ColourRole::cliff_text, 0, 1};
    return {ColourRole::text_muted, 0, 1};
}

int readout_rows(const Sheet& sheet)
{
    return readout_grid(sheet, sheet.style.whole ? 64 : 4).rows;
}

}  // namespace

double width_of_words(const Sheet& sheet)
{
    std::vector<ReadoutGrid::Item> items;
    for (const Series& series : sheet.chart.series)
        if (!series.hidden && !series.is_secondary && !series.is_ghost) items.push_back({{&series}, ""});
    return std::max({widest_of(sheet, items, ReadoutForm::full), sheet.width(sheet.chart.title, FontRole::title),
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

    // In the order of their weight; `keep` is what a thing of less weight leaves to the curves.
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
    // Both on one baseline.
    const double top = frame.top + sheet.measure.ascent(FontRole::title, sheet.style.font(FontRole::title)) -
                       sheet.measure.ascent(FontRole::subtitle, sheet.style.font(FontRole::subtitle));
    const bool says_enough = subtitle.size() * 5 > shortest_subtitle(sheet.chart).size() * 3;
    if (!subtitle.empty() && says_enough)
        sheet.add_text(subtitle, frame.right, top, Anchor::end, FontRole::subtitle, muted);
}

void add_readouts(Sheet& sheet, const RowPlan& plan)
{
    const ReadoutGrid grid = readout_grid(sheet, plan.readout_rows);
    if (grid.items.empty()) return;
    const double row_height = sheet.line_height(FontRole::readout) * 1.15;
    const double top = plan.plot_top - sheet.px(7) - plan.readout_rows * row_height + row_height * 0.1;
    const double column = column_room(sheet, grid.columns) + readout_gap(sheet);
    for (std::size_t i = 0; i < grid.items.size(); ++i) {
        const ReadoutGrid::Item& item = grid.items[i];
        const Series& series = *item.series.front();
        double x = sheet.frame.left + column * static_cast<double>(i % grid.columns);
        const double y = top + row_height * static_cast<double>(i / grid.columns);
        const double swatches = swatches_width(sheet, item);
        if (column < swatches) continue;
        const double room = column - swatches - readout_gap(sheet) + 0.01;
        for (const Series* each : item.series) {
            sheet.add_swatch(*each, x, y, FontRole::readout);
            x += sheet.swatch_width(FontRole::readout);
        }
        // A number that is cut off is a wrong number: rather none.
        const auto fits = [&](const std::string& words) { return sheet.width(words, FontRole::readout) <= room; };
        const bool may_cut = sheet.style.readout_labels || series.readout_look == PointLook::failed;
        const std::string text = fits(item.text) || may_cut   ? sheet.elided(item.text, room, FontRole::readout)
                                 : fits(series.readout_least) ? series.readout_least
                                                              : "";
        if (!text.empty()) sheet.add_text(text, x, y, Anchor::start, FontRole::readout, readout_colour(series));
    }
}

}  // namespace spillway::charts::parts
