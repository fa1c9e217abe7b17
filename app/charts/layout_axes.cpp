#include "app/charts/layout_axes.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

namespace spillway::charts::parts {
namespace {

bool shows_y_values(const Chart& chart)
{
    const bool is_canvas = chart.guess && chart.guess->is_covered;  // the learner needs the numbers to draw
    return chart.empty_message.empty() || is_canvas;
}

double smallest_positive_x(const Chart& chart)
{
    double smallest = chart.x.last > 0 ? chart.x.last : 1;
    for (const Series& series : chart.series)
        for (const DataPoint& point : series.points)
            if (point.x > 0) smallest = std::min(smallest, point.x);
    return chart.x.first > 0 ? chart.x.first : smallest;
}

/// True if the label contains the unit: "Packs per thread" needs no "(packs)".
bool contains_unit(std::string_view label, std::string_view unit)
{
    const auto is_same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return std::search(label.begin(), label.end(), unit.begin(), unit.end(), is_same) != label.end();
}

struct XLabel {
    double x = 0;
    std::string text;
    double weight = 0;  ///< heavier labels are placed first
};

/// Step with as many decimals as the number needs: at most two; for numbers below 0.1, enough for two digits.
double step_of(double number)
{
    const double finest = number == 0 ? 1 : std::min(0.01, std::pow(10, std::floor(std::log10(std::abs(number))) - 1));
    for (double step = 1; step > finest * (1 + 1e-9); step /= 10)
        if (std::abs(number / step - std::round(number / step)) < 1e-6) return step;
    return finest;
}

/// Labels of the ticks and, on a numeric axis, of both ends, even if they are no multiple of the step.
std::vector<XLabel> wanted_x_labels(const Sheet& sheet, const std::vector<Tick>& ticks_found)
{
    const Axis& axis = sheet.chart.x;
    std::vector<XLabel> labels;
    for (const Tick& tick : ticks_found) labels.push_back({sheet.drawing.x.to_pixel(tick.value), tick.label, 0});
    if (axis.categorical) return labels;
    for (const double end : {axis.last, axis.first}) {
        const double x = sheet.drawing.x.to_pixel(end);
        const auto same = [&](const XLabel& label) { return std::abs(label.x - x) < 0.5; };
        const auto found = std::find_if(labels.begin(), labels.end(), same);
        const double weight = end == axis.first ? 2 : 1;
        if (found != labels.end())
            found->weight = weight;
        else if (!axis.whole_numbers || end == std::floor(end))
            labels.push_back({x, tick_label(axis, end, step_of(end)), weight});
    }
    std::stable_sort(labels.begin(), labels.end(),
                     [](const XLabel& a, const XLabel& b) { return a.weight > b.weight; });
    return labels;
}

int max_x_ticks(const Sheet& sheet)
{
    const Axis& axis = sheet.chart.x;
    const std::string widest = axis.steps == TickSteps::kibibytes ? "512 KiB"
                               : axis.logarithmic                 ? "1,024"
                                                                  : format_number(axis.last, 1);
    return std::max(
        1, static_cast<int>(sheet.drawing.plot.width() / (sheet.width(widest, FontRole::tick) + sheet.px(22))));
}

/// Adds a label with the cursor's value to the tick row, below the cursor line.
std::optional<Rect> add_cursor_label(Sheet& sheet, const RowPlan& plan)
{
    const Chart& chart = sheet.chart;
    if (!chart.cursor || chart.cursor_label.empty() || sheet.drawing.size.width <= 0) return std::nullopt;
    const double x = sheet.drawing.x.to_pixel(*chart.cursor);
    const Rect& plot = sheet.drawing.plot;
    if (x < plot.left - 0.5 || x > plot.right + 0.5) return std::nullopt;
    const double inset = sheet.px(chart.x.categorical ? 3 : 5);  // names are close together
    const std::string text = sheet.elided(chart.cursor_label, sheet.frame.width() - 2 * inset, FontRole::tick);
    if (text.empty()) return std::nullopt;
    const double half = sheet.width(text, FontRole::tick) / 2 + inset;
    const double centre = std::clamp(x, sheet.frame.left + half, sheet.frame.right - half);
    const Rect box{centre - half, plan.tick_top - sheet.px(1), centre + half,
                   plan.tick_top + sheet.line_height(FontRole::tick) + sheet.px(1)};
    sheet.add(Box{box, sheet.px(3), {ColourRole::cursor, 0, 1}});
    sheet.add_text(text, centre, plan.tick_top, Anchor::middle, FontRole::tick, {ColourRole::cursor_label, 0, 1});
    return box;
}

/// Minimum gap, so that two adjacent numbers do not read as one.
double x_label_gap(const Sheet& sheet)
{
    return sheet.px(sheet.chart.x.categorical ? 3 : 7);
}

/// Space for labels. Numbers stay inside the frame; the last name may extend into the margin.
Rect x_label_room(const Sheet& sheet)
{
    const Rect all{sheet.px(2), 0, sheet.drawing.size.width - sheet.px(2), sheet.drawing.size.height};
    return sheet.chart.x.categorical ? all : Rect{sheet.frame.left, all.top, sheet.frame.right, all.bottom};
}

/// Centre of a label: below its tick if there is space. A name that the cursor's label overlaps moves aside by less
/// than a column; the name of the cursor's own column stays below it.
double x_label_centre(const Sheet& sheet, double x, double half, double slot, const std::optional<Rect>& cursor_label)
{
    const Rect room = x_label_room(sheet);
    const double middle = (room.left + room.right) / 2;
    const double centre = std::clamp(x, std::min(room.left + half, middle), std::max(room.right - half, middle));
    if (!sheet.chart.x.categorical || !cursor_label) return centre;
    const double cursor = sheet.drawing.x.to_pixel(*sheet.chart.cursor),
                 away = half + x_label_gap(sheet) + sheet.px(0.5);
    const bool is_free = centre + away < cursor_label->left || centre - away > cursor_label->right;
    if (is_free || std::abs(x - cursor) < 0.5) return centre;
    const double beside = x < cursor ? cursor_label->left - away : cursor_label->right + away;
    return std::abs(beside - x) <= 0.75 * slot ? beside : centre;
}

/// Draws two short strokes through the axis where its scale changes.
void add_break_mark(Sheet& sheet)
{
    const AxisMapping& x = sheet.drawing.x;
    if (!x.pressed_from) return;
    const double y = sheet.drawing.plot.bottom, tall = sheet.px(6), slant = sheet.px(3);
    for (const double away : {0.0, sheet.px(5)}) {
        const double at = x.pixel_pressed + sheet.px(6) + away;
        sheet.add(Polyline{{{at - slant, y + tall}, {at + slant, y - tall}},
                           sheet.px(1.6),
                           {},
                           0,
                           {ColourRole::text_muted, 0, 1},
                           ""});
    }
}

/// Adds "log y" in the lower left corner, beside the x axis' name; "linear y" too if the scale can be switched.
std::optional<Rect> add_y_scale_name(Sheet& sheet, const RowPlan& plan)
{
    const Chart& chart = sheet.chart;
    const bool is_needed = chart.y.logarithmic || sheet.style.controls;
    if (!is_needed || !plan.has_axis_label || !shows_y_values(chart)) return std::nullopt;
    const std::string name = chart.y.logarithmic ? "log y" : "linear y";
    if (sheet.width(name, FontRole::tick) > sheet.frame.width() / 3) return std::nullopt;
    sheet.drawing.y_scale_name = sheet.add_text(name, sheet.frame.left, plan.axis_label_top, Anchor::start,
                                                FontRole::tick, {ColourRole::text_muted, 0, 1});
    return sheet.drawing.y_scale_name;
}

}  // namespace

std::vector<Tick> place_plot(Sheet& sheet, const RowPlan& plan)
{
    Drawing& drawing = sheet.drawing;
    const double tick_height = sheet.line_height(FontRole::tick);
    const double height = plan.plot_bottom - plan.plot_top;
    const int max_ticks = std::clamp(static_cast<int>(height / (2.6 * tick_height)), 1, 6);
    Axis y = sheet.chart.y;
    y.last = rounded_up_last(y, max_ticks);
    if (!(y.last > y.first)) y.last = y.first + 1;

    const std::vector<Tick> found = ticks(y, max_ticks);
    // Reserve three digits before the first value arrives; otherwise the plot would shift under a drag when results
    // come.
    double label_width = sheet.width("000", FontRole::tick);
    if (shows_y_values(sheet.chart))
        for (const Tick& tick : found) label_width = std::max(label_width, sheet.width(tick.label, FontRole::tick));
    label_width = std::min(label_width, sheet.frame.width() / 3);
    const double overhang = sheet.px(8);
    const double left = sheet.frame.left + label_width + sheet.px(8);
    drawing.plot = {left, plan.plot_top, std::max(left + 1, sheet.frame.right - overhang), plan.plot_bottom};

    // Space above the highest tick, so that neither its label nor a marker is clipped.
    const double air = std::min(std::max(tick_height / 2, sheet.style.marker_radius * 1.6), height / 4);
    drawing.y = {y.first, y.last, drawing.plot.bottom, drawing.plot.top + air, y.logarithmic, y.least_positive};
    const Axis& x = sheet.chart.x;
    drawing.x = {
        x.first, x.last, drawing.plot.left, drawing.plot.right, x.logarithmic, smallest_positive_x(sheet.chart)};
    if (x.refused_from && *x.refused_from > x.first && *x.refused_from < x.last) {
        drawing.x.pressed_from = x.refused_from;
        drawing.x.pixel_pressed = drawing.plot.right - 0.14 * drawing.plot.width();
    }
    if (x.categorical && x.last > x.first) {
        // Choices are centred in their columns.
        const double half = drawing.plot.width() / (x.last - x.first + 1) / 2;
        drawing.x.pixel_first += half;
        drawing.x.pixel_last -= half;
    }
    return found;
}

void add_grid(Sheet& sheet, const std::vector<Tick>& y_ticks)
{
    const Rect& plot = sheet.drawing.plot;
    const double tick_height = sheet.line_height(FontRole::tick);
    double lowest_free = sheet.drawing.size.height;
    const auto rule = [&](double y, ColourRole role) {
        sheet.add(Polyline{{{plot.left, y}, {plot.right, y}}, sheet.px(1), {}, 0, {role, 0, 1}, ""});
    };
    // The lowest tick of a logarithmic axis may be above the plot's bottom.
    rule(plot.bottom, ColourRole::axis);
    for (const Tick& tick : y_ticks) {
        const double y = sheet.drawing.y.to_pixel(tick.value);
        if (y < plot.bottom - 0.5) rule(y, ColourRole::grid);
        const double top = y - tick_height / 2;
        if (!shows_y_values(sheet.chart) || top + tick_height > lowest_free) continue;
        const std::string label =
            sheet.elided(tick.label, plot.left - sheet.px(8) - sheet.frame.left + 0.01, FontRole::tick);
        sheet.add_text(label, plot.left - sheet.px(8), top, Anchor::end, FontRole::tick,
                       {ColourRole::text_muted, 0, 1});
        lowest_free = top;
    }
}

void add_x_axis(Sheet& sheet, const RowPlan& plan)
{
    const Drawing& drawing = sheet.drawing;
    std::vector<Rect> taken;
    // The empty part below the digits of the lowest y label may overlap the tick row.
    for (const Primitive& primitive : drawing.primitives)
        if (const auto* text = std::get_if<Text>(&primitive)) {
            taken.push_back(text->box);
            taken.back().bottom -= 0.2 * text->box.height();
        }
    add_break_mark(sheet);
    std::optional<Rect> cursor_label = add_cursor_label(sheet, plan);
    if (cursor_label)
        taken.push_back(*(cursor_label = cursor_label->grown(sheet.px(sheet.chart.x.categorical ? 1 : 3))));

    if (const auto box = add_y_scale_name(sheet, plan)) taken.push_back(*box);

    const Axis& axis = sheet.chart.x;
    Axis open = axis;  // round numbers only in the part that is not compressed
    if (drawing.x.pressed_from) open.last = *drawing.x.pressed_from;
    const std::vector<Tick> found = ticks(open, max_x_ticks(sheet));
    const double slot = axis.categorical && !found.empty()
                            ? drawing.plot.width() / static_cast<double>(found.size()) - sheet.px(6)
                            : sheet.frame.width();
    for (const XLabel& label : wanted_x_labels(sheet, found)) {
        if (label.x < drawing.plot.left - 0.5 || label.x > drawing.plot.right + 0.5) continue;
        // The last name may use the margin. A name cut down to one or two letters is useless: rather show every second
        // name in full.
        const bool is_last = axis.categorical && label.x > drawing.plot.right - slot;
        const double room = is_last ? slot + x_label_room(sheet).right - drawing.plot.right : slot;
        std::string text = sheet.style.whole ? label.text : sheet.elided(label.text, room, FontRole::tick);
        if (text != label.text && text.size() < 8) text = label.text;
        const double half = sheet.width(text, FontRole::tick) / 2;
        const double centre = x_label_centre(sheet, label.x, half, slot, cursor_label);
        const Rect box{centre - half, plan.tick_top, centre + half, plan.tick_top + sheet.line_height(FontRole::tick)};
        const double apart = x_label_gap(sheet);
        const Rect spaced{box.left - apart, box.top, box.right + apart, box.bottom};
        const auto hits = [&](const Rect& other) { return other.overlaps(spaced); };
        if (!x_label_room(sheet).contains(box) || std::any_of(taken.begin(), taken.end(), hits)) continue;
        taken.push_back(box);
        sheet.add_text(text, centre, plan.tick_top, Anchor::middle, FontRole::tick, {ColourRole::text_muted, 0, 1});
    }
    if (!plan.has_axis_label) return;
    const bool has_unit = !axis.unit.empty() && !contains_unit(axis.label, axis.unit);
    const std::string name = has_unit ? axis.label + " (" + axis.unit + ")" : axis.label;
    // Centre the name in the chart, or in the space that the y scale's name leaves.
    const double centre = (sheet.frame.left + sheet.frame.right) / 2;
    const double left = drawing.y_scale_name ? drawing.y_scale_name->right + sheet.px(8) : sheet.frame.left;
    const double wide = std::min(sheet.width(name, FontRole::tick), sheet.frame.right - left);
    sheet.add_text(sheet.elided(name, sheet.frame.right - left, FontRole::tick), std::max(centre, left + wide / 2),
                   plan.axis_label_top, Anchor::middle, FontRole::tick, {ColourRole::text_muted, 0, 1});
}

}  // namespace spillway::charts::parts
