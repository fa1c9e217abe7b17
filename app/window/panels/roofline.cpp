#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/catalogue/formula/parameter_values.h"
#include "app/charts/layout.h"
#include "app/charts/roofline.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/chart_look.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/charts/chart_controls.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/roofline_chart.h"
#include "app/window/panels/saving.h"

namespace spillway::window {
namespace {

using charts::RoofLevel;

/// The focused variant's spot, and the nearest slider value that has one.
struct FocusedSpots {
    bool is_here = false;
    std::optional<model::Value> nearest;
};

FocusedSpots spots_of_focus(const session::SessionView& session, const charts::Roofline& roofline)
{
    FocusedSpots spots;
    const model::Parameter& x = session.x_parameter();
    const double here = catalogue::axis_position(x, session.selection().values.at(x.name));
    const auto away = [&](const model::Value& value) { return std::abs(catalogue::axis_position(x, value) - here); };
    for (std::size_t i = 0; i < roofline.chart.series.size(); ++i) {
        const charts::Series& series = roofline.chart.series[i];
        if (series.key != session.selection().focus) continue;
        if (series.is_spot) spots.is_here = !series.points.empty();
        for (const model::Value& value : roofline.values[i])
            if (!spots.nearest || away(value) < away(*spots.nearest)) spots.nearest = value;
    }
    return spots;
}

class RooflineView final : public PanelView {
public:
    void draw(PanelContext& context) override
    {
        if (covers_of(context.session, context.view).any()) return draw_cover(context, "roofline");
        choose_level(context);
        const charts::Roofline roofline = roofline_of(context.session, context.view, level_);
        draw_bar(context);
        draw_uncounted_focus(context, roofline);
        draw_chart(context, roofline);
    }

private:
    /// Chooses the memory level that limits the focused variant most. Once the counters have arrived, moving a slider
    /// does not change the level.
    void choose_level(const PanelContext& context)
    {
        if (experiment_ != context.session.selection().experiment) is_chosen_ = false;
        experiment_ = context.session.selection().experiment;
        if (is_chosen_) return;
        const std::optional<RoofLevel> limiting = limiting_level_of(context.session, context.view);
        level_ = limiting.value_or(RoofLevel::dram);
        is_chosen_ = limiting && context.is_still;
    }

    void draw_bar(PanelContext& context)
    {
        for (const auto& [level, key] : {std::pair{RoofLevel::dram, "roofline:dram"},
                                         {RoofLevel::l2, "roofline:l2"},
                                         {RoofLevel::l1, "roofline:l1"}}) {
            if (level != RoofLevel::dram) next_in_row(context.theme, charts::roof_level_name(level));
            if (switch_button(context, key, charts::roof_level_name(level), level == level_)) {
                level_ = level;
                is_chosen_ = true;
            }
        }
        if (context.view.present) return;
        next_in_row(context.theme, "Save \xe2\x80\xa6");
        if (switch_button(context, "roofline:save", "Save \xe2\x80\xa6", false))
            ask_what_to_save(context.commands, {std::string("roofline:") + roof_level_key(level_)});
    }

    /// Reports missing counters at this setting, and the nearest value with counters.
    static void draw_uncounted_focus(PanelContext& context, const charts::Roofline& roofline)
    {
        const session::SessionView& session = context.session;
        const FocusedSpots spots = spots_of_focus(session, roofline);
        if (spots.is_here || !spots.nearest) return;
        const Theme& theme = context.theme;
        const model::Variant* variant = session.experiment().find_variant(session.selection().focus);
        const std::string name = variant == nullptr ? session.selection().focus : variant->label;
        draw_text(theme.body, theme.text_muted, "No counters for " + name + " at this setting.", true);
        const model::Parameter& x = session.x_parameter();
        const std::string label = x.label + " " + teaching::value_label(x, *spots.nearest) + " has them";
        next_in_row(theme, label);
        if (switch_button(context, "roofline:nearest", label.c_str(), false)) post_value(context, *spots.nearest);
    }

    static void post_value(PanelContext& context, const model::Value& value)
    {
        context.commands.post(
            [name = context.session.x_parameter().name, value](session::Session& session, ViewState& view) {
                set_parameter(session, view, name, value);
            });
    }

    void draw_chart(PanelContext& context, const charts::Roofline& roofline)
    {
        const Theme& theme = context.theme;
        const ImVec2 room = ImGui::GetContentRegionAvail(), from = ImGui::GetCursorScreenPos();
        const ImVec2 size{std::max(room.x, 100.0F), std::max(room.y, 130 * theme.scale)};
        const charts::ChartFonts fonts = chart_fonts(theme);
        charts::ChartStyle style = chart_style(theme, context.view.present);
        style.controls = false;
        style.readout_labels = !context.view.present;  // in present mode the list of variants stands above
        style.padding = 4 * theme.scale;
        placed_.chart = roofline.chart;
        placed_.card = {from, {from.x + size.x, from.y + size.y}};
        placed_.drawing = charts::layout(placed_.chart, {size.x, size.y}, style, charts::ImFontTextMeasure(fonts));
        charts::paint(placed_.drawing, *ImGui::GetWindowDrawList(), from, *theme.palette, fonts, *theme.round);
        draw_legend_areas(context, placed_);
        handle_mouse(context, roofline);
        ImGui::SetCursorScreenPos(from);
        ImGui::Dummy(size);
    }

    /// Hovering explains a point; a click on a point of another value moves the slider there.
    void handle_mouse(PanelContext& context, const charts::Roofline& roofline)
    {
        const Touch touch = touch_area(context, "roofline:plot", placed_.to_screen(placed_.drawing.plot));
        if (!touch.hovered && !touch.released) return;
        const ImVec2 mouse = ImGui::GetMousePos();
        const charts::Point at{static_cast<double>(mouse.x - placed_.card.min.x),
                               static_cast<double>(mouse.y - placed_.card.min.y)};
        const auto point = placed_.drawing.nearest(at, 14 * static_cast<double>(context.theme.scale));
        if (!point) return;
        if (touch.hovered) tooltip(context.theme, placed_.chart.series[point->series].points[point->point].note);
        if (touch.released) post_value(context, roofline.values[point->series][point->point]);
    }

    std::string experiment_;  ///< experiment of the level
    RoofLevel level_ = RoofLevel::dram;
    bool is_chosen_ = false;  ///< chosen from counters, or by a click
    PlacedChart placed_;
};

}  // namespace

const Panel roofline_panel{"roofline", "Roofline", PanelPlace::tab, open_view<RooflineView>,
                           PresentHeight::from_controls};

}  // namespace spillway::window
