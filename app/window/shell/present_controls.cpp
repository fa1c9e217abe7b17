#include "app/window/shell/present_controls.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/teaching/parameter_steps.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/menu.h"
#include "app/window/kit/step_view.h"
#include "app/window/kit/visible_variants.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/parameter_row.h"

namespace spillway::window {
namespace {

using model::Parameter;

/// Columns of the sliders and the legend; the lesson's layout has more width.
std::size_t columns_of(const PanelContext& context)
{
    return context.view.lesson_leads_now ? 3 : 2;
}

std::size_t rows_of(const PanelContext& context, std::size_t count)
{
    return (count + columns_of(context) - 1) / columns_of(context);
}

std::vector<const Parameter*> adjustable(const model::Experiment& experiment)
{
    std::vector<const Parameter*> found;
    for (const auto* list : {&experiment.parameters, &experiment.knobs})
        for (const Parameter& parameter : *list)
            if (teaching::is_adjustable(parameter)) found.push_back(&parameter);
    return found;
}

/// The slider beside the x axis': the one touched last, else the first other one in the list; null if there is none.
const Parameter* second_slider(const PanelContext& context)
{
    const std::string& axis = context.session.selection().x_axis;
    const Parameter* first = nullptr;
    for (const Parameter* parameter : adjustable(context.session.experiment())) {
        if (parameter->name == axis) continue;
        if (parameter->name == context.view.parameter) return parameter;
        if (first == nullptr) first = parameter;
    }
    return first;
}

/// In the lesson's layout: the x axis, the parameters that the step's show line sets, the experiment's own, and the one
/// touched last. At most six.
std::vector<const Parameter*> lesson_sliders(const PanelContext& context)
{
    constexpr std::size_t max_sliders = 6;
    const model::Experiment& experiment = context.session.experiment();
    const auto& set = step_view(context.session, context.view).show.set.values;
    std::vector<const Parameter*> sliders{&context.session.x_parameter()};
    const auto add = [&](const Parameter& parameter) {
        if (std::ranges::find(sliders, &parameter) == sliders.end()) sliders.push_back(&parameter);
    };
    const std::vector<const Parameter*> all = adjustable(experiment);
    for (const Parameter* parameter : all)
        if (set.contains(parameter->name)) add(*parameter);
    for (const Parameter& parameter : experiment.parameters)
        if (teaching::is_adjustable(parameter)) add(parameter);
    if (sliders.size() > max_sliders) sliders.resize(max_sliders);
    const auto touched =
        std::ranges::find_if(all, [&](const Parameter* each) { return each->name == context.view.parameter; });
    if (touched == all.end() || std::ranges::find(sliders, *touched) != sliders.end()) return sliders;
    if (sliders.size() == max_sliders) sliders.pop_back();
    sliders.push_back(*touched);
    return sliders;
}

/// The x axis' slider and one more; in the lesson's layout those that the lesson needs.
std::vector<const Parameter*> shown_sliders(const PanelContext& context)
{
    if (context.view.lesson_leads_now) return lesson_sliders(context);
    std::vector<const Parameter*> sliders{&context.session.x_parameter()};
    if (const Parameter* second = second_slider(context)) sliders.push_back(second);
    return sliders;
}

/// Height of a row whose control has at least this height, as draw_parameter_row lays out its tallest one.
float slider_height(const Theme& theme, float least_control)
{
    return std::round(font_pixels(theme.body) + 5 * theme.scale +
                      std::max({18 * theme.scale, font_pixels(theme.small) + 10 * theme.scale, least_control}));
}

/// True on a phone: each slider has a row of its own, as wide as the screen and high enough for a finger.
bool is_for_fingers(const PanelContext& context)
{
    return !context.view.present && !context.view.lesson_leads_now;
}

/// Height of all rows of sliders.
float sliders_height(const PanelContext& context)
{
    const Theme& theme = context.theme;
    if (!is_for_fingers(context))
        return static_cast<float>(rows_of(context, shown_sliders(context).size())) * slider_height(theme, 0);
    const float row = slider_height(theme, finger_height * theme.scale);
    return second_slider(context) == nullptr ? row : 2 * row;
}

float legend_row_height(const Theme& theme)
{
    return std::round(font_pixels(theme.body) + 8 * theme.scale);
}

/// Menu of all parameters but the x axis; the chosen one gets the second slider.
void draw_knobs_menu(PanelContext& context, const Rect& button)
{
    const Theme& theme = context.theme;
    const Touch touch = touch_area(context, "knobs", button);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 c = button.centre();
    for (const float away : {-5.0f, 0.0f, 5.0f})
        fill_disc(list, theme, {c.x, c.y + away * theme.scale}, 1.6f * theme.scale,
                  touch.hovered ? theme.text : theme.text_muted);
    if (touch.hovered && context.view.open_menu.empty()) tooltip(theme, {}, "Other sliders");
    if (touch.clicked) open_menu(context, "knobs", "knob:" + context.view.parameter);
    if (!begin_menu(context, "knobs", button, 260 * theme.scale)) return;
    const std::vector<const Parameter*> shown = shown_sliders(context);
    for (const Parameter* parameter : adjustable(context.session.experiment())) {
        if (parameter->name == context.session.selection().x_axis) continue;
        if (menu_entry(context, {.key = "knob:" + parameter->name,
                                 .label = parameter->label,
                                 .note = {},
                                 .is_current = std::ranges::find(shown, parameter) != shown.end()}))
            context.commands.post([name = parameter->name](session::Session&, ViewState& view) {
                view.parameter = name;
                view.entry = {};
            });
    }
    end_menu(context);
}

/// Above the row: why its typed value was refused. The row itself has no room for it.
void draw_refusal(PanelContext& context, const Parameter& parameter, const Rect& row)
{
    const auto& entry = context.view.entry;
    if (entry.parameter != parameter.name || entry.error.empty()) return;
    const Theme& theme = context.theme;
    const float padding = 6 * theme.scale, screen = ImGui::GetIO().DisplaySize.x;
    const float width = std::min(std::max(row.width(), 280 * theme.scale), screen - 2 * padding);
    const float height = wrapped_height(theme.small, entry.error, width - 2 * padding) + 2 * padding;
    const float left = std::clamp(row.min.x, padding, std::max(padding, screen - width - padding));
    const Rect box{{left, row.min.y - height - padding}, {left + width, row.min.y - padding}};
    ImDrawList* const list = ImGui::GetForegroundDrawList();
    fill_rounded(list, theme, box.min, box.max, theme.panel, theme.rounding);
    list->AddRect(box.min, box.max, theme.error, theme.rounding);
    draw_text_wrapped(list, theme.small, {box.min.x + padding, box.min.y + padding}, theme.error, entry.error,
                      width - 2 * padding);
    context.items.note("refusal:" + parameter.name, box);
}

/// Draws a parameter's row, as in the left column, in a child window, because it fills the width of its window.
void draw_slider_in(PanelContext& context, const Parameter& parameter, const Rect& place, float least_control = 0)
{
    ImGui::SetCursorScreenPos(place.min);
    ImGui::BeginChild(("##row:" + parameter.name).c_str(), {place.width(), place.height()}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw_parameter_row(context, parameter, least_control);
    ImGui::EndChild();
    draw_refusal(context, parameter, place);
}

void draw_sliders(PanelContext& context, const Rect& area)
{
    const Theme& theme = context.theme;
    const std::vector<const Parameter*> sliders = shown_sliders(context);
    const float gap = 12 * theme.scale, button = 18 * theme.scale, height = slider_height(theme, 0);
    const std::size_t columns = columns_of(context);
    const auto spaces = static_cast<float>(columns - 1) * gap;
    const float width = std::floor((area.width() - spaces - button) / static_cast<float>(columns));
    for (std::size_t i = 0; i < sliders.size(); ++i) {
        const ImVec2 at{area.min.x + static_cast<float>(i % columns) * (width + gap),
                        area.min.y + static_cast<float>(i / columns) * height};
        draw_slider_in(context, *sliders[i], {at, {at.x + width, at.y + height}});
    }
    if (adjustable(context.session.experiment()).size() < 2) return;
    draw_knobs_menu(context, {{area.max.x - button, area.min.y}, {area.max.x, area.min.y + height}});
}

void draw_rows_for_fingers(PanelContext& context, const Rect& rows)
{
    const float button = 24 * context.theme.scale, control = finger_height * context.theme.scale;
    const float row = slider_height(context.theme, control);
    const auto at = [&](float top) { return Rect{{rows.min.x, top}, {rows.max.x, top + row}}; };
    draw_slider_in(context, context.session.x_parameter(), at(rows.min.y), control);
    const Parameter* second = second_slider(context);
    if (second == nullptr) return;
    const Rect place = at(rows.min.y + row);
    draw_slider_in(context, *second, {place.min, {place.max.x - button, place.max.y}}, control);
    draw_knobs_menu(context, {{place.max.x - button, place.min.y}, place.max});
}

void draw_legend_entry(PanelContext& context, std::size_t index, const Rect& place)
{
    const Theme& theme = context.theme;
    const model::Variant& variant = context.session.experiment().variants[index];
    const bool is_hidden = context.view.hidden_variants.contains(variant.name);
    const bool is_focused = context.session.selection().focus == variant.name;
    const Touch touch = touch_area(context, "variant:" + variant.name, place);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (is_focused || touch.hovered)
        fill_rounded(list, theme, place.min, place.max,
                     is_focused ? theme.accent_soft : with_alpha(theme.panel_border, 0.6f), theme.rounding);
    draw_marker(list, theme, {place.min.x + 12 * theme.scale, place.centre().y}, charts::series_marker(index),
                5.2f * theme.scale, is_hidden ? theme.text_faint : variant_colour(theme, index), is_hidden);
    ImFont* font = is_focused ? theme.body_bold : theme.body;
    draw_name_fitted(list, font, {place.min.x + 24 * theme.scale, place.centre().y - font_pixels(font) / 2},
                     is_hidden ? theme.text_faint : theme.text, variant.label.empty() ? variant.name : variant.label,
                     place.width() - 28 * theme.scale);
    if (touch.hovered)
        tooltip(theme, variant.label,
                variant.help +
                    for_input_device(context.view, "\nClick to show its code. H hides it.", "\nTap to show its code."));
    if (touch.clicked)
        context.commands.post([name = variant.name](session::Session& session, ViewState& view) {
            if (view.hidden_variants.contains(name)) toggle_hidden(session, view, name);
            session.set_focus(name);
        });
}

void draw_legend(PanelContext& context, const Rect& area)
{
    const float gap = 4 * context.theme.scale, row = legend_row_height(context.theme);
    const std::size_t columns = columns_of(context);
    const float width =
        std::floor((area.width() - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
    for (std::size_t i = 0; i < context.session.experiment().variants.size(); ++i) {
        const ImVec2 at{area.min.x + static_cast<float>(i % columns) * (width + gap),
                        area.min.y + static_cast<float>(i / columns) * row};
        draw_legend_entry(context, i, {at, {at.x + width, at.y + row}});
    }
}

}  // namespace

float present_controls_height(const PanelContext& context)
{
    const std::size_t legend = rows_of(context, context.session.experiment().variants.size());
    return sliders_height(context) + static_cast<float>(legend) * legend_row_height(context.theme) +
           std::round(14 * context.theme.scale);
}

void draw_present_controls(PanelContext& context, const Rect& rect)
{
    const Theme& theme = context.theme;
    draw_card(ImGui::GetWindowDrawList(), theme, rect);
    const float pad = std::round(6 * theme.scale), sliders = sliders_height(context);
    const Rect inner{{rect.min.x + 2 * pad, rect.min.y + pad / 2}, {rect.max.x - pad, rect.max.y - pad}};
    ImGui::PushClipRect(rect.min, rect.max, true);
    const Rect rows{inner.min, {inner.max.x, inner.min.y + sliders}};
    is_for_fingers(context) ? draw_rows_for_fingers(context, rows) : draw_sliders(context, rows);
    draw_legend(context, {{rect.min.x + pad, inner.min.y + sliders}, {rect.max.x - pad, inner.max.y}});
    ImGui::PopClipRect();
}

}  // namespace spillway::window
