#include "app/window/panels/charts/charts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/catalogue/formula/parameter_values.h"
#include "app/model/metrics.h"
#include "app/teaching/parameter_steps.h"
#include "app/teaching/recorded.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/kit/menu.h"
#include "app/window/panels/charts/chart_controls.h"
#include "app/window/panels/charts/shown_charts.h"

namespace spillway::window {
namespace {

/// Moves the slider to its value nearest to a position on the x axis.
void move_slider(PanelContext& context, double x, session::Edit edit)
{
    const model::Parameter& parameter = context.session.x_parameter();
    const model::Value wanted = catalogue::nearest_value(parameter, x);
    const auto& values = context.session.selection().values;
    const auto now = values.find(parameter.name);
    if (edit == session::Edit::dragging && now != values.end() && now->second == wanted) return;
    context.commands.post([name = parameter.name, wanted, edit](session::Session& session, ViewState& view) {
        set_parameter(session, view, name, wanted, edit);
    });
}

/// Zooms around the mouse in the axis' own scale; zoomed out completely, the entry is removed.
void zoom(PanelContext& context, const PlacedChart& placed, float steps)
{
    const auto& axis = placed.chart.x;
    const auto scaled = [&](double value) { return axis.logarithmic ? std::log2(std::max(value, 0.5)) : value; };
    const auto unscaled = [&](double value) { return axis.logarithmic ? std::exp2(value) : value; };
    const double about = scaled(placed.x_under_mouse());
    const double factor = std::pow(0.8, static_cast<double>(steps));
    const double low = scaled(placed.whole_x.first), high = scaled(placed.whole_x.last);
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

constexpr float tooltip_width = 380;

/// Puts the next tooltip, of this size, into the plot where it covers least, but not under the mouse. In a low plot it
/// stands beside the mouse within the chart's card. Returns its place; empty if the card is too small for it: it then
/// stays at the mouse.
std::optional<Rect> dock_tooltip(const Theme& theme, const PlacedChart& placed, ImVec2 size)
{
    const Rect plot = placed.to_screen(placed.drawing.plot);
    const float pad = 6 * theme.scale;
    if (plot.width() < size.x + 8 * pad || placed.card.height() < size.y + 2 * pad) return std::nullopt;
    const ImVec2 mouse = ImGui::GetMousePos();
    const float middle = std::clamp(plot.centre().y - size.y / 2, placed.card.min.y + pad,
                                    std::max(placed.card.min.y + pad, placed.card.max.y - size.y - pad));
    const bool is_low = plot.height() < size.y + 2 * pad;
    const charts::Point free = placed.drawing.freest_place({size.x + 2 * pad, size.y + 2 * pad});
    ImVec2 at{placed.card.min.x + static_cast<float>(free.x) + pad,
              is_low ? middle : placed.card.min.y + static_cast<float>(free.y) + pad};
    const Rect around{{at.x - 2 * pad, at.y - 2 * pad}, {at.x + size.x + 2 * pad, at.y + size.y + 2 * pad}};
    const bool is_at_left = mouse.x > plot.centre().x;
    if (is_low || around.contains(mouse))
        at.x = is_at_left
                   ? std::max(std::min(plot.min.x + pad, mouse.x - 2 * pad - size.x), placed.card.min.x)
                   : std::min(std::max(plot.max.x - size.x - pad, mouse.x + 2 * pad), placed.card.max.x - size.x);
    ImGui::SetNextWindowPos(at, ImGuiCond_Always);
    return Rect{at, {at.x + size.x, at.y + size.y}};
}

struct HoverLine {
    const charts::Series* series = nullptr;
    bool is_stale = false;
    std::string note;
};

/// Each series' note at this x.
std::vector<HoverLine> hover_lines(const charts::Chart& noted, const std::vector<charts::PlacedPoint>& nearest,
                                   double at)
{
    std::vector<HoverLine> lines;
    for (const charts::PlacedPoint& point : nearest) {
        const charts::Series& series = noted.series[point.series];
        const charts::DataPoint& data = series.points[point.point];
        if (data.x == at && !data.note.empty())
            lines.push_back({&series, data.look == charts::PointLook::stale, data.note});
    }
    return lines;
}

constexpr float note_indent = 14;  ///< width of a marker before a note

/// Size of the tooltip with this title and these lines.
ImVec2 hover_size(const Theme& theme, const std::string& title, const std::vector<HoverLine>& lines)
{
    const ImGuiStyle& style = ImGui::GetStyle();
    const float max_width = tooltip_width * theme.scale, indent = note_indent * theme.scale + style.ItemSpacing.x;
    ImVec2 size{text_width(theme.body_bold, title), font_pixels(theme.body_bold)};
    for (const HoverLine& line : lines) {
        size.x = std::max(size.x, std::min(max_width, indent + text_width(theme.body, line.note)));
        size.y += style.ItemSpacing.y + wrapped_height(theme.body, line.note, max_width - indent);
    }
    return {size.x + 2 * style.WindowPadding.x, size.y + 2 * style.WindowPadding.y};
}

/// Draws a line at the mouse through all charts, and each variant's value there.
void draw_hover(PanelContext& context, std::span<const PlacedChart> all, const PlacedChart& under)
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
    for (const PlacedChart& placed : all) {
        if (!placed.chart.empty_message.empty()) continue;  // this chart shows a message instead
        const float x = placed.card.min.x + static_cast<float>(placed.drawing.x.to_pixel(at));
        const Rect plot = placed.to_screen(placed.drawing.plot);
        list->AddLine({x, plot.min.y}, {x, plot.max.y}, with_alpha(theme.cursor, 0.35f), std::max(1.0f, theme.scale));
    }
    const model::Parameter& parameter = context.session.x_parameter();
    const std::string title =
        parameter.label + " " + teaching::value_label(parameter, catalogue::nearest_value(parameter, at));
    const charts::Chart noted = noted_chart(context.session, context.view, under.chart.key);
    const std::vector<HoverLine> lines = hover_lines(noted, nearest, at);
    if (const auto place = dock_tooltip(theme, under, hover_size(theme, title, lines)))
        context.items.note("tip:" + under.chart.key, *place);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + tooltip_width * theme.scale);
    push_font(theme.body_bold);
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopFont();
    for (const HoverLine& each : lines) {
        const ImVec2 where = ImGui::GetCursorScreenPos();
        const float line = ImGui::GetTextLineHeight();
        draw_marker(ImGui::GetWindowDrawList(), theme, {where.x + 6 * theme.scale, where.y + line / 2},
                    each.series->marker, 4.5f * theme.scale,
                    theme.series[static_cast<std::size_t>(each.series->palette_index) % theme.series.size()],
                    each.is_stale);
        ImGui::Dummy({note_indent * theme.scale, line});
        ImGui::SameLine();
        ImGui::TextUnformatted(each.note.c_str());
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

/// True if this chart is covered and the learner may draw on it.
bool is_canvas(const PanelContext& context, const PlacedChart& placed)
{
    return placed.chart.guess && placed.chart.guess->is_covered && context.view.sketch;
}

void draw_guess(PanelContext& context, const PlacedChart& placed, const Touch& touch)
{
    const model::Parameter& parameter = context.session.x_parameter();
    const double x = catalogue::axis_position(parameter, catalogue::nearest_value(parameter, placed.x_under_mouse()));
    if (touch.held)
        context.commands.post([x, y = placed.y_under_mouse()](session::Session&, ViewState& view) {
            if (view.sketch) teaching::draw_to(*view.sketch, x, y);
        });
    else if (touch.released)
        context.commands.post([](session::Session&, ViewState& view) {
            if (view.sketch) teaching::lift(*view.sketch);
        });
}

void handle_mouse(PanelContext& context, const PlacedChart& placed, const Touch& touch)
{
    if (is_canvas(context, placed)) return draw_guess(context, placed, touch);
    const std::string menu = "chart:" + placed.chart.key;
    if (touch.double_clicked)
        context.commands.post([](session::Session&, ViewState& view) { view.zoom.clear(); });
    else if (touch.held)
        move_slider(context, placed.x_under_mouse(), session::Edit::dragging);
    else if (touch.released)
        move_slider(context, placed.x_under_mouse(), session::Edit::finished);
    if (touch.hovered && ImGui::GetIO().MouseWheel != 0) zoom(context, placed, ImGui::GetIO().MouseWheel);
    if (touch.right_clicked) open_menu(context, menu, "save:chart");
    const bool by_key = touch.clicked && !touch.released && touch.focused;
    if (by_key) open_menu(context, menu, "save:chart");
}

bool shows_no_measurement(const PlacedChart& placed)
{
    const model::Metric* metric = model::find_metric(placed.chart.key);
    if (metric == nullptr || metric->group != model::MetricGroup::measurement || placed.chart.guess) return false;
    if (placed.chart.empty_message == teaching::asked_words) return false;
    return std::ranges::all_of(placed.chart.series, [](const charts::Series& series) {
        return series.is_ghost ||
               std::ranges::none_of(series.points, [](const charts::DataPoint& point) { return point.y.has_value(); });
    });
}

/// A button from a setting without recorded results to the nearest recorded one.
void draw_way_back(PanelContext& context, const PlacedChart& placed, const teaching::WayBack& way)
{
    const std::string whole = "Back to " + way.words;
    const bool fits = button_size(context.theme, whole).x <= placed.to_screen(placed.drawing.plot).width();
    const std::string label = fits ? whole : "Back";
    const ImVec2 size = button_size(context.theme, label);
    // At the freest place, away from the thin curves.
    const charts::Point free = placed.drawing.freest_place({size.x, size.y});
    const ImVec2 at = placed.to_screen({free.x, free.y, free.x, free.y}).min;
    std::string why = "This setting was not recorded. The thin curves show an earlier one.";
    if (!fits) why += " " + whole + ".";
    if (button_at(context, "recorded:" + placed.chart.key, at, label, ButtonLook::plain, why))
        context.commands.post(
            [set = way.set](session::Session& session, ViewState& view) { set_parameters(session, view, set); });
}

/// A button from a covered chart to the lesson's question, if there is room below the message.
void draw_way_to_question(PanelContext& context, const PlacedChart& placed)
{
    if (placed.chart.empty_message != teaching::asked_words || !placed.drawing.message) return;
    const ImVec2 size = button_size(context.theme, question_words);
    const Rect plot = placed.to_screen(placed.drawing.plot), words = placed.to_screen(*placed.drawing.message);
    const float top = words.max.y + 6 * context.theme.scale;
    if (size.x > plot.width() || top + size.y > plot.max.y) return;
    question_button(context, "to_question:" + placed.chart.key,
                    {std::round((plot.min.x + plot.max.x - size.x) / 2), top}, placed.chart.key);
}

/// Draws more of the revealed curve in each frame: it grows from the left within a second.
void grow_revealed_curve(PanelContext& context)
{
    const auto& sketch = context.view.sketch;
    if (!sketch || !sketch->is_revealed || sketch->shown_share >= 1) return;
    context.commands.post([now = context.now_seconds](session::Session&, ViewState& view) {
        if (!view.sketch) return;
        if (view.sketch->shown_since == 0) view.sketch->shown_since = now;
        view.sketch->shown_share = std::clamp(now - view.sketch->shown_since, 0.0, 1.0);
    });
}

/// The sentence on where the guess was furthest off, beside the revealed curve.
void draw_where_off(PanelContext& context, const PlacedChart& placed)
{
    const teaching::Sketch& sketch = *context.view.sketch;
    const auto lesson = context.session.learner().find(sketch.experiment);
    if (lesson == context.session.learner().end()) return;
    const auto made = lesson->second.predictions.find(sketch.question);
    if (made == lesson->second.predictions.end() || made->second.where.empty()) return;
    const Theme& theme = context.theme;
    const float pad = 8 * theme.scale, width = std::min(300 * theme.scale, placed.card.width() - 4 * pad);
    const std::string words = wrapped_text(theme.body, made->second.where, width);
    const ImVec2 text = text_size(theme.body, words), box{text.x + 2 * pad, text.y + 2 * pad};
    const charts::Point free = placed.drawing.freest_place({box.x, box.y});
    const ImVec2 at = placed.to_screen({free.x, free.y, free.x, free.y}).min;
    ImDrawList* list = ImGui::GetWindowDrawList();
    fill_rounded(list, theme, at, {at.x + box.x, at.y + box.y}, theme.accent_soft, theme.rounding);
    draw_text(list, theme.body, {at.x + pad, at.y + pad}, theme.text, words);
    context.items.note("reveal:where", {at, {at.x + box.x, at.y + box.y}});
}

/// The button in the sketch's chart: "Show the curve" while the learner draws, then "All charts".
void draw_sketch_buttons(PanelContext& context, const PlacedChart& placed)
{
    const auto& sketch = context.view.sketch;
    if (!sketch || placed.chart.key != sketch->metric || !is_of(*sketch, context.session)) return;
    const Theme& theme = context.theme;
    const std::string label = sketch->is_revealed ? "All charts" : "Show the curve";
    const ImVec2 size = button_size(theme, label);
    const ImVec2 at{placed.card.max.x - size.x - 8 * theme.scale, placed.card.min.y + 6 * theme.scale};
    if (sketch->is_revealed && sketch->shown_share >= 1) draw_where_off(context, placed);
    if (sketch->is_revealed && !is_curve_revealed(context.session, context.view)) return;
    const ButtonLook look = sketch->is_revealed ? ButtonLook::plain : ButtonLook::primary;
    if (!button_at(context, sketch->is_revealed ? "reveal:close" : "sketch:show", at, label, look)) return;
    context.commands.post([id = sketch->question](session::Session& session, ViewState& view) {
        if (!view.sketch) return;
        if (view.sketch->is_revealed) {
            view.sketch->is_alone = false;
            return;
        }
        view.sketch->is_asked_for = true;
        view.tab = "lesson";  // it judges the drawing
        go_to_question(session, view, id);
    });
}

/// Index of the chart among the chosen charts.
std::size_t chosen_place(const PanelContext& context, const PlacedChart& placed)
{
    const std::vector<std::string> chosen = chosen_metrics(context.session, context.view);
    return static_cast<std::size_t>(std::ranges::find(chosen, placed.chart.key) - chosen.begin());
}

}  // namespace

void draw_charts(PanelContext& context, ChartBoard& board, std::span<const Rect> places)
{
    const Theme& theme = context.theme;
    const std::span<const PlacedChart> all = board.update(context, places);
    const charts::ChartFonts fonts = chart_fonts(theme);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const PlacedChart* hovered = nullptr;
    // Only the first chart without measurements offers the button; more would waste space.
    const auto first_lacking = std::ranges::find_if(all, shows_no_measurement);
    const auto way =
        first_lacking != all.end() ? teaching::way_to_recorded(context.session, context.view.parameter) : std::nullopt;
    for (const PlacedChart& placed : all) {
        draw_card(list, theme, placed.card);
        list->PushClipRect(placed.card.min, placed.card.max, true);
        charts::paint(placed.drawing, *list, placed.card.min, *theme.palette, fonts, *theme.round);
        list->PopClipRect();
        draw_chart_controls(context, placed, chosen_place(context, placed));
        // Before the plot, which would take the click.
        if (way && &placed == &*first_lacking) draw_way_back(context, placed, *way);
        draw_way_to_question(context, placed);
        draw_sketch_buttons(context, placed);
        const std::string key = "chart:" + placed.chart.key;
        const Rect plot = placed.to_screen(placed.drawing.plot);
        // A drawing may begin beside the plot; it then starts at the end of the axis.
        const Rect canvas{{placed.card.min.x, plot.min.y}, {placed.card.max.x, plot.max.y}};
        const Touch touch = touch_area(context, key, is_canvas(context, placed) ? canvas : plot);
        if (touch.hovered && !touch.held && context.view.open_menu.empty()) hovered = &placed;
        handle_mouse(context, placed, touch);
        draw_plot_menu(context, placed, plot);
    }
    grow_revealed_curve(context);
    if (hovered != nullptr) draw_hover(context, all, *hovered);
}

}  // namespace spillway::window
