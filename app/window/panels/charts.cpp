#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/charts/layout.h"
#include "app/window/kit/chart_look.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/menu.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/export.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

using charts::Chart;
using charts::Drawing;

/// A chart as it stands on the screen in this frame.
struct Placed {
    const Chart& chart;
    Drawing drawing;
    Rect card;

    [[nodiscard]] Rect plot() const
    {
        const auto x = [&](double at) { return card.min.x + static_cast<float>(at); };
        const auto y = [&](double at) { return card.min.y + static_cast<float>(at); };
        return {{x(drawing.plot.left), y(drawing.plot.top)}, {x(drawing.plot.right), y(drawing.plot.bottom)}};
    }
    [[nodiscard]] double x_under_mouse() const
    {
        return drawing.x_value_at(static_cast<double>(ImGui::GetMousePos().x - card.min.x));
    }
};

/// The slider's value nearest to a place on the x axis.
void move_slider(PanelContext& context, double x, session::Edit edit)
{
    const model::Parameter& parameter = context.session.x_parameter();
    const model::Value wanted = catalogue::nearest_value(parameter, x);
    const auto& values = context.session.selection().values;
    const auto now = values.find(parameter.name);
    if (edit == session::Edit::dragging && now != values.end() && now->second == wanted) return;
    context.commands.post([name = parameter.name, wanted, edit](session::Session& session, ViewState& view) {
        view.parameter = name;
        view.entry = {};
        if (const auto refused = session.set_value(name, wanted, edit)) view.entry.error = refused->what;
    });
}

/// Zooms about the mouse, in the axis' own scale; all the way out is no zoom.
void zoom(PanelContext& context, const Placed& placed, float steps, const Chart& whole)
{
    const auto& axis = placed.chart.x;
    const auto scaled = [&](double value) { return axis.log2 ? std::log2(std::max(value, 0.5)) : value; };
    const auto unscaled = [&](double value) { return axis.log2 ? std::exp2(value) : value; };
    const double about = scaled(placed.x_under_mouse());
    const double factor = std::pow(0.8, static_cast<double>(steps));
    const double low = scaled(whole.x.first), high = scaled(whole.x.last);
    const double first = std::max(low, about + (scaled(axis.first) - about) * factor);
    const double last = std::min(high, about + (scaled(axis.last) - about) * factor);
    if (last - first < (high - low) / 64 || last - first < 1e-9) return;
    const bool out = first <= low && last >= high;
    context.commands.post([name = context.session.selection().x_axis, out, from = unscaled(first), to = unscaled(last)](
                              session::Session&, ViewState& view) {
        if (out)
            view.zoom.erase(name);
        else
            view.zoom[name] = {from, to};
    });
}

/// The values above the plot are its legend: a click on one hides that variant.
void draw_legend_areas(PanelContext& context, const Placed& placed)
{
    std::vector<std::pair<double, int>> marks;
    double y = 0;
    for (const charts::Primitive& primitive : placed.drawing.primitives)
        if (const auto* marker = std::get_if<charts::MarkerShape>(&primitive);
            marker != nullptr && marker->centre.y < placed.drawing.plot.top &&
            marker->colour.role == charts::ColourRole::series) {
            marks.emplace_back(marker->centre.x, marker->colour.series);
            y = marker->centre.y;
        }
    const float reach = 10 * context.theme.scale;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const double right = i + 1 < marks.size() ? marks[i + 1].first - reach : placed.drawing.plot.right;
        const Rect area{
            {placed.card.min.x + static_cast<float>(marks[i].first) - reach,
             placed.card.min.y + static_cast<float>(y) - reach},
            {placed.card.min.x + static_cast<float>(std::min(right, marks[i].first + 150 * context.theme.scale)),
             placed.card.min.y + static_cast<float>(y) + reach}};
        const auto series = std::find_if(placed.chart.series.begin(), placed.chart.series.end(),
                                         [&](const charts::Series& s) { return s.palette_index == marks[i].second; });
        if (series == placed.chart.series.end()) continue;
        const Touch touch = touch_area(context, "legend:" + placed.chart.key + ":" + series->key, area);
        if (touch.hovered)
            tooltip(context.theme, series->label, "Click hides it. The eye in the left column shows it again.");
        if (touch.clicked)
            context.commands.post(
                [key = series->key](session::Session&, ViewState& view) { view.hidden_variants.insert(key); });
    }
}

/// A line at the mouse through all three, and what each variant has there.
void draw_hover(PanelContext& context, const std::vector<Placed>& all, const Placed& under)
{
    const Theme& theme = context.theme;
    const float mouse = ImGui::GetMousePos().x - under.card.min.x;
    const auto nearest = under.drawing.nearest_in_each_series(static_cast<double>(mouse));
    if (nearest.empty()) return;
    double at = under.chart.series[nearest.front().series].points[nearest.front().point].x;
    double best = 1e300;
    for (const charts::PlacedPoint& point : nearest)
        if (const double away = std::abs(point.at.x - static_cast<double>(mouse)); away < best) {
            best = away;
            at = under.chart.series[point.series].points[point.point].x;
        }
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (const Placed& placed : all) {
        const float x = placed.card.min.x + static_cast<float>(placed.drawing.x.to_pixel(at));
        const Rect plot = placed.plot();
        list->AddLine({x, plot.min.y}, {x, plot.max.y}, with_alpha(theme.cursor, 0.35f), std::max(1.0f, theme.scale));
    }
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 380 * theme.scale);
    push_font(theme.body_bold);
    const model::Parameter& parameter = context.session.x_parameter();
    ImGui::TextUnformatted((parameter.label + " " + model::to_string(catalogue::nearest_value(parameter, at))).c_str());
    ImGui::PopFont();
    for (const charts::PlacedPoint& point : nearest) {
        const charts::Series& series = under.chart.series[point.series];
        const charts::DataPoint& data = series.points[point.point];
        if (data.x != at || data.note.empty()) continue;
        const ImVec2 where = ImGui::GetCursorScreenPos();
        const float line = ImGui::GetTextLineHeight();
        draw_marker(ImGui::GetWindowDrawList(), {where.x + 6 * theme.scale, where.y + line / 2}, series.marker,
                    4.5f * theme.scale,
                    theme.series[static_cast<std::size_t>(series.palette_index) % theme.series.size()],
                    data.look == charts::PointLook::stale);
        ImGui::Dummy({14 * theme.scale, line});
        ImGui::SameLine();
        ImGui::TextUnformatted(data.note.c_str());
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void draw_save_menu(PanelContext& context, const std::string& key, const Rect& anchor)
{
    if (!begin_menu(context, key, anchor, 230 * context.theme.scale)) return;
    const auto save = [&](ChartFormat format) {
        context.commands.post(
            [format](session::Session& session, ViewState& view) { save_charts(session, view, {format}); });
    };
    if (menu_entry(context, {.key = "save:svg", .label = "Save as SVG", .note = {}})) save(ChartFormat::svg);
    if (menu_entry(context, {.key = "save:png", .label = "Save as PNG", .note = {}})) save(ChartFormat::png);
    if (menu_entry(context, {.key = "save:csv", .label = "Save as CSV", .note = {}})) save(ChartFormat::csv);
    if (menu_entry(context, {.key = "copy:csv", .label = "Copy values", .note = "CSV"})) {
        ImGui::SetClipboardText(charts_as_csv(context.session, context.view).c_str());
        context.commands.post([](session::Session&, ViewState& view) { view.saved = "Copied the charts' values."; });
    }
    if (menu_entry(context, {.key = "zoom:reset", .label = "Whole axis", .note = "double click"}))
        context.commands.post([](session::Session&, ViewState& view) { view.zoom.clear(); });
    end_menu(context);
}

void handle_mouse(PanelContext& context, const Placed& placed, const Touch& touch, const Chart& whole)
{
    const std::string menu = "chart:" + placed.chart.key;
    if (touch.double_clicked)
        context.commands.post([](session::Session&, ViewState& view) { view.zoom.clear(); });
    else if (touch.held)
        move_slider(context, placed.x_under_mouse(), session::Edit::dragging);
    else if (touch.released)
        move_slider(context, placed.x_under_mouse(), session::Edit::finished);
    if (touch.hovered && ImGui::GetIO().MouseWheel != 0) zoom(context, placed, ImGui::GetIO().MouseWheel, whole);
    if (touch.right_clicked) open_menu(context, menu, "save:svg");
    const bool by_key = touch.clicked && !touch.released && touch.focused;
    if (by_key) open_menu(context, menu, "save:svg");
}

std::vector<Placed> place_charts(const PanelContext& context, const std::vector<Chart>& charts,
                                 const std::array<Rect, 3>& places)
{
    const charts::ImFontTextMeasure measure(chart_fonts(context.theme));
    const charts::ChartStyle style = chart_style(context.theme, context.view.present);
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < charts.size() && i < places.size(); ++i) {
        const charts::Size size{static_cast<double>(places[i].width()), static_cast<double>(places[i].height())};
        placed.push_back({charts[i], charts::layout(charts[i], size, style, measure), places[i]});
    }
    return placed;
}

}  // namespace

void draw_charts(PanelContext& context, const std::array<Rect, 3>& places)
{
    const Theme& theme = context.theme;
    const std::vector<Chart> whole = whole_charts(context.session, context.view);
    const std::vector<Chart> shown = visible_charts(context.session, context.view);
    const std::vector<Placed> all = place_charts(context, shown, places);
    const charts::ChartPalette palette = chart_palette(theme);
    const charts::ChartFonts fonts = chart_fonts(theme);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const Placed* hovered = nullptr;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Placed& placed = all[i];
        draw_card(list, theme, placed.card);
        list->PushClipRect(placed.card.min, placed.card.max, true);
        charts::paint(placed.drawing, *list, placed.card.min, palette, fonts);
        list->PopClipRect();
        draw_legend_areas(context, placed);
        const std::string key = "chart:" + placed.chart.key;
        const Touch touch = touch_area(context, key, placed.plot());
        if (touch.hovered && !touch.held && context.view.open_menu.empty()) hovered = &placed;
        handle_mouse(context, placed, touch, whole[i]);
        draw_save_menu(context, key, placed.plot());
    }
    if (hovered != nullptr) draw_hover(context, all, *hovered);
}

}  // namespace spillway::window
