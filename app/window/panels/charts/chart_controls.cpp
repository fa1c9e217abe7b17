#include "app/window/panels/charts/chart_controls.h"

#include <algorithm>

#include "app/catalogue/charts_reader.h"
#include "app/model/metrics.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/menu.h"
#include "app/window/kit/step_view.h"
#include "app/window/kit/visible_variants.h"
#include "app/window/panels/charts/export.h"
#include "app/window/panels/charts/shown_charts.h"

namespace spillway::window {
namespace {

using charts::AxisScale;
using model::Metric;
using model::MetricGroup;

const char* heading_of(MetricGroup group)
{
    switch (group) {
        case MetricGroup::compile: return "The compiler's report";
        case MetricGroup::ptx: return "PTX";
        case MetricGroup::sass: return "Machine code";
        case MetricGroup::occupancy: return "Occupancy";
        case MetricGroup::measurement: return "Measured";
    }
    return "";
}

/// All metrics under their group's heading; the current one is marked. A choice replaces the chart at index `place`.
void draw_metric_entries(PanelContext& context, const std::string& shown, std::size_t place)
{
    for (const MetricGroup group : {MetricGroup::measurement, MetricGroup::occupancy, MetricGroup::compile,
                                    MetricGroup::ptx, MetricGroup::sass}) {
        section_title(context.theme, heading_of(group), {});
        for (const Metric& metric : model::metrics()) {
            if (metric.group != group) continue;
            const MenuEntry entry{.key = "metric:" + std::string(metric.key),
                                  .label = std::string(charts::chart_title(metric)),
                                  .note = std::string(metric.unit),
                                  .is_current = metric.key == shown};
            if (menu_entry(context, entry))
                context.commands.post(
                    [place, key = std::string(metric.key)](session::Session& session, ViewState& view) {
                        choose_metric(session.view(), view, place, key);
                    });
        }
    }
}

void draw_metric_menu(PanelContext& context, const PlacedChart& placed, std::size_t place, const Rect& anchor)
{
    const Theme& theme = context.theme;
    if (!begin_menu(context, "charts:" + std::to_string(place), anchor, 330 * theme.scale)) return;
    const std::vector<std::string> shown = chosen_metrics(context.session, context.view);
    if (shown != context.session.experiment().charts &&
        menu_entry(context, {.key = "charts:reset", .label = "The experiment's own charts", .note = {}}))
        context.commands.post([](session::Session& session, ViewState& view) { reset_charts(session.view(), view); });
    if (context.view.lesson_leads_now && placed.chart.key != large_chart(context.session, context.view) &&
        menu_entry(context, {.key = "charts:large", .label = "Make this chart the large one", .note = {}}))
        context.commands.post([key = placed.chart.key](session::Session& session, ViewState& view) {
            choose_large_chart(session.view(), view, key);
        });
    if (shown.size() < max_charts && menu_entry(context, {.key = "charts:add", .label = "Add a chart", .note = {}}))
        context.commands.post([](session::Session& session, ViewState& view) { add_chart(session.view(), view); });
    if (shown.size() > fewest_charts &&
        menu_entry(context, {.key = "charts:remove", .label = "Remove this chart", .note = {}}))
        context.commands.post(
            [place](session::Session& session, ViewState& view) { remove_chart(session.view(), view, place); });
    draw_metric_entries(context, placed.chart.key, place);
    end_menu(context);
}

void draw_title(PanelContext& context, const PlacedChart& placed, std::size_t place)
{
    const Metric* metric = model::find_metric(placed.chart.key);
    if (!placed.drawing.title || metric == nullptr) return;
    const Rect title = placed.to_screen(*placed.drawing.title);
    const std::string number = std::to_string(place);
    const Touch touch = touch_area(context, "chart_title:" + number, title);
    if (touch.hovered && context.view.open_menu.empty())
        tooltip(context.theme, metric->label, std::string(metric->help) + "\n\nClick to choose another metric.");
    if (touch.clicked) open_menu(context, "charts:" + number, "metric:" + placed.chart.key);
    draw_metric_menu(context, placed, place, title);
}

/// Width between the centred name of the x axis and the card's corner.
float room_beside_axis_name(const PanelContext& context, const PlacedChart& placed)
{
    const charts::Axis& axis = placed.chart.x;
    const std::string name = axis.unit.empty() ? axis.label : axis.label + " (" + axis.unit + ")";
    const float half = text_width(context.theme.small, name) / 2;
    return placed.card.width() / 2 - half - 20 * context.theme.scale;
}

/// In the card's corner: the chart that this one replaces. The tooltip has the reason; a click draws that chart.
void draw_left_out(PanelContext& context, const PlacedChart& placed)
{
    // In a lesson or lecture the note would look like part of the axis.
    if (context.view.lesson_leads_now || context.view.present) return;
    const std::vector<model::ChartLeftOut> left_out = left_out_for(context.session, context.view, placed.chart.key);
    if (left_out.empty() || !placed.drawing.y_scale_name) return;
    const Theme& theme = context.theme;
    std::string names, reasons;
    for (const model::ChartLeftOut& chart : left_out) {
        const Metric* metric = model::find_metric(chart.metric);
        const bool is_occupancy = catalogue::chart_role(chart.metric) == catalogue::ChartRole::occupancy;
        names += (names.empty() ? "" : ", ") + std::string(is_occupancy ? "theoretical occupancy" : "local memory");
        reasons += (reasons.empty() ? "" : "\n\n") + std::string(metric == nullptr ? "" : metric->label) +
                   " is not drawn. " + chart.reason;
    }
    const float room = room_beside_axis_name(context, placed);
    std::string words = "instead of " + names;
    if (text_width(theme.small, words) > room) words = "no " + names;
    if (text_width(theme.small, words) > room) words = "why this?";
    if (text_width(theme.small, words) > room) return;
    const Rect row = placed.to_screen(*placed.drawing.y_scale_name);
    const float right = placed.card.max.x - 10 * theme.scale;
    const Rect place{{right - text_width(theme.small, words), row.min.y}, {right, row.max.y}};
    const Touch touch = touch_area(context, "left_out:" + placed.chart.key, place);
    ImDrawList* list = ImGui::GetWindowDrawList();
    draw_text(list, theme.small, {place.min.x, place.centre().y - font_pixels(theme.small) / 2},
              touch.hovered ? theme.accent : theme.text_muted, words);
    if ((touch.hovered || touch.focused) && context.view.open_menu.empty())
        tooltip(theme, {}, reasons + "\n\nClick to draw it anyway.");
    if (touch.clicked)
        context.commands.post(
            [metric = left_out.front().metric, here = placed.chart.key](session::Session& session, ViewState& view) {
                show_metric(session.view(), view, metric, here);
            });
}

/// "+3 more" opens the list of all values. Hovering or keyboard focus shows them at once.
void draw_more_values(PanelContext& context, const PlacedChart& placed)
{
    if (!placed.drawing.more_values) return;
    const std::string key = "values:" + placed.chart.key;
    const Rect words = placed.to_screen(*placed.drawing.more_values);
    const Touch touch = touch_area(context, key, words);
    std::string list;
    const std::string first = "value:" + placed.chart.key + ":";
    const bool is_open = begin_menu(context, key, words, 300 * context.theme.scale);
    for (const charts::Series& series : placed.chart.series) {
        if (series.hidden || series.is_secondary || series.is_ghost) continue;
        list += series.label + ": " + series.readout + "\n";
        const MenuEntry entry{.key = first + series.key,
                              .label = series.label,
                              .note = series.readout,
                              .is_current = series.focused,
                              .dot = variant_colour(context.theme, static_cast<std::size_t>(series.palette_index))};
        if (is_open && menu_entry(context, entry))
            context.commands.post(
                [variant = series.key](session::Session& session, ViewState&) { session.set_focus(variant); });
    }
    if (is_open) return end_menu(context);
    if ((touch.hovered || touch.focused) && context.view.open_menu.empty()) tooltip(context.theme, list);
    if (touch.clicked) open_menu(context, key, first + context.session.selection().focus);
}

void post_scale(PanelContext& context, const std::string& metric, AxisScale scale)
{
    context.commands.post([metric, scale](session::Session&, ViewState& view) {
        if (scale == AxisScale::automatic)
            view.y_scales.erase(metric);
        else
            view.y_scales[metric] = scale;
    });
}

void draw_scale_switch(PanelContext& context, const PlacedChart& placed)
{
    if (!placed.drawing.y_scale_name) return;
    const Rect name =
        placed.to_screen(placed.drawing.y_scale_name->grown(3 * static_cast<double>(context.theme.scale)));
    const Touch touch = touch_area(context, "y_scale:" + placed.chart.key, name);
    const bool is_logarithmic = placed.chart.y.logarithmic;
    if (touch.hovered) {
        ImGui::GetWindowDrawList()->AddRect(name.min, name.max, context.theme.text_faint, context.theme.rounding);
        tooltip(context.theme, is_logarithmic ? "Logarithmic y axis" : "Linear y axis",
                is_logarithmic ? "Equal distances are equal factors. Click for linear."
                               : "Equal distances are equal differences. Click for logarithmic.");
    }
    if (touch.clicked)
        post_scale(context, placed.chart.key, is_logarithmic ? AxisScale::linear : AxisScale::logarithmic);
}

void draw_scale_entries(PanelContext& context, const std::string& metric)
{
    const auto chosen = context.view.y_scales.find(metric);
    const AxisScale now = chosen == context.view.y_scales.end() ? AxisScale::automatic : chosen->second;
    const auto entry = [&](const char* key, const char* label, const char* note, AxisScale scale) {
        if (menu_entry(context, {.key = key, .label = label, .note = note, .is_current = now == scale}))
            post_scale(context, metric, scale);
    };
    entry("y_scale:linear", "Linear y axis", "", AxisScale::linear);
    entry("y_scale:logarithmic", "Logarithmic y axis", "", AxisScale::logarithmic);
    const bool is_linear = charts::is_linear_by_default(metric);
    entry("y_scale:automatic", "Automatic", is_linear ? "linear" : "log above 30×", AxisScale::automatic);
}

}  // namespace

void draw_legend_areas(PanelContext& context, const PlacedChart& placed)
{
    struct Entry {
        double x = 0, y = 0;
        std::string series;
    };
    std::vector<Entry> marks;  // a legend may have several rows
    for (const charts::Primitive& primitive : placed.drawing.primitives)
        if (const auto* marker = std::get_if<charts::MarkerShape>(&primitive);
            marker != nullptr && marker->centre.y < placed.drawing.plot.top && !marker->series.empty())
            marks.push_back({marker->centre.x, marker->centre.y, marker->series});
    const float reach = 10 * context.theme.scale;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const Entry& mark = marks[i];
        const bool has_neighbour = i + 1 < marks.size() && marks[i + 1].x > mark.x;
        const auto& more = placed.drawing.more_values;
        const bool is_last = more && more->top < mark.y && mark.y < more->bottom;
        const double right = has_neighbour ? marks[i + 1].x - reach : is_last ? more->left : placed.drawing.plot.right;
        const double high = marks.front().y == marks.back().y ? reach : 0.8 * reach;
        const Rect area{{placed.card.min.x + static_cast<float>(mark.x) - reach,
                         placed.card.min.y + static_cast<float>(mark.y - high)},
                        {placed.card.min.x + static_cast<float>(std::min(right, mark.x + 150 * context.theme.scale)),
                         placed.card.min.y + static_cast<float>(mark.y + high)}};
        const auto series = std::find_if(placed.chart.series.begin(), placed.chart.series.end(),
                                         [&](const charts::Series& s) { return s.key == mark.series; });
        if (series == placed.chart.series.end()) continue;
        const Touch touch = touch_area(context, "legend:" + placed.chart.key + ":" + series->key, area);
        if (touch.hovered)
            tooltip(context.theme, series->label + ": " + series->readout,
                    context.view.lesson_leads_now || context.view.present
                        ? for_input_device(context.view, "A click hides it. Shift + H shows all variants again.",
                                           "A tap hides it. A tap on its name below the sliders shows it again.")
                        : "A click hides it. The eye in the left column shows it again.");
        if (touch.clicked)
            context.commands.post(
                [key = series->key](session::Session& session, ViewState& view) { toggle_hidden(session, view, key); });
    }
}

void draw_chart_controls(PanelContext& context, const PlacedChart& placed, std::size_t place)
{
    draw_title(context, placed, place);
    draw_scale_switch(context, placed);
    draw_legend_areas(context, placed);
    draw_left_out(context, placed);
    draw_more_values(context, placed);
}

void draw_plot_menu(PanelContext& context, const PlacedChart& placed, const Rect& plot)
{
    if (!begin_menu(context, "chart:" + placed.chart.key, plot, 230 * context.theme.scale)) return;
    const auto save = [&](const std::string& what) {
        context.commands.post([what](session::Session&, ViewState& view) {
            view.saving_page = {true, true, {what}, "", ""};
        });
    };
    if (menu_entry(context, {.key = "save:chart", .label = "Save this chart \xe2\x80\xa6", .note = {}}))
        save("chart:" + placed.chart.key);
    if (menu_entry(context, {.key = "save:charts",
                             .label = "Save all charts \xe2\x80\xa6",
                             .note = for_input_device(context.view, "Ctrl + S", "")}))
        save("charts");
    if (menu_entry(context, {.key = "copy:csv", .label = "Copy values", .note = "CSV"})) {
        const bool is_covered = covers_of(context.session, context.view).any();
        if (!is_covered) ImGui::SetClipboardText(charts_as_csv(context.session, context.view).c_str());
        context.commands.post([is_covered](session::Session&, ViewState& view) {
            view.status_notice = is_covered ? table_is_covered : "Copied the charts' values.";
        });
    }
    if (menu_entry(context, {.key = "zoom:reset",
                             .label = "Whole axis",
                             .note = for_input_device(context.view, "double click", "double tap")}))
        context.commands.post([](session::Session&, ViewState& view) { view.zoom.clear(); });
    draw_scale_entries(context, placed.chart.key);
    end_menu(context);
}

}  // namespace spillway::window
