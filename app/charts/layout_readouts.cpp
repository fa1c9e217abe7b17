#include "app/charts/layout_readouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/charts/layout_series.h"

namespace spillway::charts::parts {
namespace {

/// Markers and values of the variants, in equal columns, so that they do not jump when values change.
struct ReadoutGrid {
    struct Item {
        std::vector<const Series*> series;  ///< several series if their curves coincide, with one value
        std::string text;
    };
    std::vector<Item> items;
    std::size_t columns = 1;
    std::size_t more = 0;  ///< number of items without space, shown as the last item
    int rows = 0;
};

enum class ReadoutForm {
    full,
    brief,  ///< without the unit, which is at the axis
    least,  ///< also without the difference from another setting
};

std::string readout_text(const Sheet& sheet, const Series& series, ReadoutForm form)
{
    const bool is_least = form == ReadoutForm::least && !series.readout_least.empty();
    const bool is_brief = form != ReadoutForm::full && !series.readout_short.empty();
    const std::string& value = is_least ? series.readout_least : is_brief ? series.readout_short : series.readout;
    if (!sheet.style.readout_labels) return value;
    return value.empty() ? series.label : series.label + "  " + value;
}

/// The value, or the smallest and the largest of several.
std::string readout_text(const Sheet& sheet, const ReadoutGrid::Item& item, ReadoutForm form)
{
    const auto value = [&](const Series* series) {
        const auto index = find_point(*series, sheet.chart.cursor.value_or(0));
        return index ? series->points[*index].y.value_or(0) : 0;
    };
    const auto [least, largest] = std::ranges::minmax(item.series, {}, value);
    const std::string last = readout_text(sheet, *largest, form);
    if (readout_text(sheet, *least, form) == last) return last;
    return readout_text(sheet, *least, form == ReadoutForm::full ? ReadoutForm::brief : form) + " to " + last;
}

/// True if the curves visibly coincide over the whole axis.
bool coincide(const Axis& y, const Series& a, const Series& b)
{
    constexpr double invisible = 0.01;  // share of the axis
    const auto scaled = [&](double value) {
        return y.logarithmic ? std::log2(std::max(value, y.least_positive / 2)) : value;
    };
    const double tolerance = invisible * (scaled(y.last) - scaled(y.first));
    const auto is_same = [&](const DataPoint& one, const DataPoint& other) {
        return one.x == other.x && one.look == other.look && one.y.has_value() == other.y.has_value() &&
               (!one.y || std::abs(scaled(*one.y) - scaled(*other.y)) <= tolerance);
    };
    const bool has_value = std::ranges::any_of(a.points, [](const DataPoint& point) { return point.y.has_value(); });
    return has_value && a.readout_look == b.readout_look && std::ranges::equal(a.points, b.points, is_same);
}

/// Merges items whose curves coincide. Not if names are beside the values, or if each value shows its difference from
/// another setting.
std::vector<ReadoutGrid::Item> merged_items(const Sheet& sheet, const std::vector<ReadoutGrid::Item>& items)
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

/// Drops items without any value: a copy has no registers, and a dash would only raise a question. Keeps all if names
/// are beside the values, if there is a ghost, or if none has a value.
std::vector<ReadoutGrid::Item> with_values(const Sheet& sheet, std::vector<ReadoutGrid::Item> items)
{
    const auto has_result = [](const DataPoint& point) { return point.y || point.look == PointLook::failed; };
    const auto has_any = [&](const ReadoutGrid::Item& item) {
        const Series& series = *item.series.front();
        return series.readout != "–" || std::ranges::any_of(series.points, has_result);
    };
    if (sheet.style.readout_labels || std::ranges::any_of(sheet.chart.series, &Series::is_ghost)) return items;
    if (std::ranges::any_of(items, has_any)) std::erase_if(items, [&](const auto& item) { return !has_any(item); });
    return items;
}

/// Gap between a value and the next marker.
double readout_gap(const Sheet& sheet)
{
    return sheet.px(10);
}

double swatches_width(const Sheet& sheet, const ReadoutGrid::Item& item)
{
    return static_cast<double>(item.series.size()) * sheet.swatch_width(FontRole::readout);
}

/// Width of the widest text in one form, with its marker.
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

/// Width of one of `columns` columns, without the gap after it.
double column_room(const Sheet& sheet, std::size_t columns)
{
    return (sheet.frame.width() + readout_gap(sheet)) / static_cast<double>(columns) - readout_gap(sheet);
}

bool have_room(const Sheet& sheet, const std::vector<ReadoutGrid::Item>& items, ReadoutForm form, std::size_t columns)
{
    return widest_of(sheet, items, form) <= column_room(sheet, columns) + 0.01;
}

std::size_t fitting_columns(const Sheet& sheet, double width)
{
    const double gap = readout_gap(sheet);
    return static_cast<std::size_t>(std::max(1.0, (sheet.frame.width() + gap) / (width + gap)));
}

/// All visible variants, one item each.
std::vector<ReadoutGrid::Item> all_items(const Sheet& sheet)
{
    std::vector<ReadoutGrid::Item> items;
    for (const Series& series : sheet.chart.series)
        if (!series.hidden && !series.is_secondary && !series.is_ghost) items.push_back({{&series}, ""});
    return items;
}

/// A cut number is a wrong number. Shows as many items as fit, the focused variant's among them, and the number of
/// hidden ones.
void keep_fitting_items(const Sheet& sheet, ReadoutGrid& grid)
{
    grid.columns = fitting_columns(sheet, widest_of(sheet, grid.items, ReadoutForm::least));
    const std::size_t places = grid.columns * static_cast<std::size_t>(grid.rows);
    if (grid.items.size() <= places) return;
    const auto last = grid.items.begin() + static_cast<std::ptrdiff_t>(places - 1);
    const auto is_chosen = [](const ReadoutGrid::Item& item) { return item.series.front()->focused; };
    const auto chosen = std::find_if(last, grid.items.end(), is_chosen);
    if (chosen != grid.items.end() && last != grid.items.begin()) std::swap(*(last - 1), *chosen);
    grid.more = grid.items.size() - (places - 1);
    grid.items.erase(last, grid.items.end());
}

/// True if a number of the usual width and its unit fit into a column. Depends on the whole curve, not on the current
/// numbers, so that the unit does not appear and disappear while they change.
bool usual_unit_fits(const Sheet& sheet, const std::vector<ReadoutGrid::Item>& items, std::size_t columns)
{
    if (sheet.style.readout_labels) return true;
    double unit = 0;
    for (const ReadoutGrid::Item& item : items) {
        const Series& series = *item.series.front();
        if (series.readout_short.empty() || !series.readout.starts_with(series.readout_short)) continue;
        unit = std::max(unit, sheet.width(series.readout, FontRole::readout) -
                                  sheet.width(series.readout_short, FontRole::readout));
    }
    const double number = sheet.width(sheet.chart.widest_readout, FontRole::readout);
    return sheet.swatch_width(FontRole::readout) + number + unit <= column_room(sheet, columns) + 0.01;
}

/// The number of rows depends on the visible variants and on the usual width of a number, not on the current numbers.
/// So the plot below does not move while they change. Wider numbers still get their space.
ReadoutGrid readout_grid(const Sheet& sheet, int max_rows)
{
    ReadoutGrid grid;
    grid.items = all_items(sheet);
    const auto is_empty = [&](const ReadoutGrid::Item& item) {
        return readout_text(sheet, *item.series.front(), ReadoutForm::full).empty();
    };
    if (max_rows <= 0 || std::ranges::all_of(grid.items, is_empty)) return {};
    const double usual =
        sheet.swatch_width(FontRole::readout) + sheet.width(sheet.chart.widest_readout, FontRole::readout);
    const ReadoutForm form = sheet.style.whole ? ReadoutForm::full : ReadoutForm::brief;
    const std::size_t fitting = fitting_columns(sheet, std::max(widest_of(sheet, grid.items, form), usual));
    const std::size_t rows = std::min(columns_of(grid.items.size(), fitting), static_cast<std::size_t>(max_rows));
    grid.columns = columns_of(grid.items.size(), rows);
    grid.rows = static_cast<int>(columns_of(grid.items.size(), grid.columns));
    const bool has_unit = usual_unit_fits(sheet, grid.items, grid.columns);
    std::vector<ReadoutGrid::Item> groups = merged_items(sheet, with_values(sheet, grid.items));
    const std::size_t columns = columns_of(groups.size(), rows);
    if (have_room(sheet, groups, ReadoutForm::brief, columns)) {
        grid.items = std::move(groups);
        grid.columns = columns;
    }
    if (!sheet.style.readout_labels && !have_room(sheet, grid.items, ReadoutForm::least, grid.columns))
        keep_fitting_items(sheet, grid);
    // Either all have units or none.
    const bool has_room = has_unit && have_room(sheet, grid.items, ReadoutForm::full, grid.columns);
    for (ReadoutGrid::Item& item : grid.items)
        item.text = readout_text(sheet, item, has_room ? ReadoutForm::full : ReadoutForm::brief);
    return grid;
}

Colour readout_colour(const Series& series)
{
    if (series.readout_look == PointLook::solid) return {ColourRole::text, 0, 1};
    if (series.readout_look == PointLook::failed) return {ColourRole::cliff_text, 0, 1};
    return {ColourRole::text_muted, 0, 1};
}

}  // namespace

int readout_rows(const Sheet& sheet)
{
    return readout_grid(sheet, sheet.style.whole ? 64 : 4).rows;
}

double widest_readout(const Sheet& sheet)
{
    return widest_of(sheet, all_items(sheet), ReadoutForm::full);
}

void add_readouts(Sheet& sheet, int rows, double plot_top)
{
    const ReadoutGrid grid = readout_grid(sheet, rows);
    const double row_height = sheet.line_height(FontRole::readout) * 1.15;
    const double top = plot_top - sheet.px(7) - rows * row_height + row_height * 0.1;
    const double column = column_room(sheet, grid.columns) + readout_gap(sheet);
    const auto place = [&](std::size_t i) {
        return Point{sheet.frame.left + column * static_cast<double>(i % grid.columns),
                     top + row_height * static_cast<double>(i / grid.columns)};
    };
    for (std::size_t i = 0; i < grid.items.size(); ++i) {
        const ReadoutGrid::Item& item = grid.items[i];
        auto [x, y] = place(i);
        const double room = column - swatches_width(sheet, item) - readout_gap(sheet) + 0.01;
        for (const Series* each : item.series) {
            sheet.add_swatch(*each, x, y, FontRole::readout);
            x += sheet.swatch_width(FontRole::readout);
        }
        const bool fits = sheet.width(item.text, FontRole::readout) <= room;
        const std::string text = fits ? item.text : readout_text(sheet, item, ReadoutForm::least);
        const std::string shown = sheet.style.readout_labels ? sheet.cut_in_middle(text, room, FontRole::readout)
                                                             : sheet.elided(text, room, FontRole::readout);
        sheet.add_text(shown, x, y, Anchor::start, FontRole::readout, readout_colour(*item.series.front()));
    }
    if (grid.more == 0) return;
    const auto [x, y] = place(grid.items.size());
    const std::string number = fmt::format("+{}", grid.more), words = number + " more";
    const bool fits = sheet.width(words, FontRole::readout) <= column - readout_gap(sheet) + 0.01;
    sheet.drawing.more_values =
        sheet.add_text(fits ? words : number, x, y, Anchor::start, FontRole::readout, {ColourRole::accent, 0, 1});
}

}  // namespace spillway::charts::parts
