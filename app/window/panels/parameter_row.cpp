#include "app/window/panels/parameter_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/formula/parameter_values.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/menu.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

using model::Parameter;
using model::ParameterKind;
using model::Value;

Value value_of(const PanelContext& context, const Parameter& parameter)
{
    const auto& values = context.session.selection().values;
    const auto found = values.find(parameter.name);
    return found == values.end() ? catalogue::initial_value(parameter, context.session.gpu()) : found->second;
}

Value initial_of(const PanelContext& context, const Parameter& parameter)
{
    return catalogue::initial_value(parameter, context.session.gpu());
}

void set(PanelContext& context, const std::string& name, Value value, session::Edit edit)
{
    context.commands.post([name, value = std::move(value), edit](session::Session& session, ViewState& view) {
        set_parameter(session, view, name, value, edit);
    });
}

std::string help_text(const Parameter& parameter, const ViewState& view)
{
    std::string text = parameter.help;
    if (parameter.kind == ParameterKind::choice)
        for (const model::Choice& choice : parameter.choices)
            if (!choice.help.empty()) text += "\n" + choice.words() + ": " + choice.help;
    if (parameter.kind == ParameterKind::integer)
        text +=
            "\n\n" + teaching::value_label(parameter, teaching::lowest_value(parameter)) + " to " +
            teaching::value_label(parameter, teaching::highest_value(parameter)) +
            for_input_device(
                view,
                ". Press Enter or Ctrl+click to type a value. Arrow keys change it by one step. Right-click resets it.",
                ". Tap the value to type another.") +
            " Marks below the slider: values that are recorded.";
    if (!view.page_address.empty()) return text;
    text += "\n\nOn the command line: --set " + parameter.name + "=";
    if (parameter.kind != ParameterKind::choice) return text + "...";
    for (const model::Choice& choice : parameter.choices)
        text += (&choice == &parameter.choices.front() ? "" : ", ") + choice.name;
    return text;
}

/// A displayed value: number and unit.
struct ValueWords {
    std::string number, unit;
};

ValueWords value_words(const Parameter& parameter, const Value& value)
{
    const std::string text = teaching::value_label(parameter, value);
    const std::size_t space = text.find(' ');
    const bool is_named = value == Value(std::int64_t{0}) && !parameter.zero_label.empty();
    if (is_named || space == std::string::npos) return {text, ""};
    return {text.substr(0, space), text.substr(space + 1)};
}

/// Block size of the file's own launch, if the parameter follows it.
std::optional<Value> launched_value(const PanelContext& context, const Parameter& parameter, const Value& value)
{
    const bool follows = parameter.name == "block_size" && value == Value(std::int64_t{0});
    const model::RunResult* result = follows ? focused_result(context.session) : nullptr;
    if (result == nullptr) return std::nullopt;
    const auto found = result->parameters.find(parameter.name);
    return found == result->parameters.end() || found->second == value ? std::nullopt : std::optional(found->second);
}

/// In a narrow column the unit stands at the slider's end instead of beside the number. The widest value decides, so
/// that nothing moves while dragging.
bool is_unit_at_slider(const Theme& theme, const Parameter& parameter, float width)
{
    const auto wide = [&](const Value& value) {
        return text_width(theme.body_bold, teaching::value_label(parameter, value));
    };
    const float widest = std::max(wide(teaching::lowest_value(parameter)), wide(teaching::highest_value(parameter)));
    const bool fits = text_width(theme.body, parameter.label) + widest + 34 * theme.scale <= width;
    return !parameter.unit.empty() && !fits;
}

/// Keeps the field open and shows below it why the text was refused. The field would close on an empty text, so the
/// current value replaces it.
void refuse_typed(PanelContext& context, const Parameter& parameter, std::string typed, const std::string& why)
{
    if (typed.empty()) typed = model::to_string(value_of(context, parameter));
    context.commands.post([name = parameter.name, typed, why](session::Session&, ViewState& view) {
        view.entry = {name, typed, true, why};
    });
}

/// The text field that replaces the value while the user types one.
void draw_entry(PanelContext& context, const Parameter& parameter, const Rect& place)
{
    static std::array<char, 64> buffer{};
    const TypedEntry& entry = context.view.entry;
    if (entry.is_new) {
        std::strncpy(buffer.data(), entry.text.c_str(), buffer.size() - 1);
        focus_keyboard(context);
    }
    const ImVec2 kept = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({place.min.x, place.min.y - 2 * context.theme.scale});
    ImGui::SetNextItemWidth(place.width());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * context.theme.scale, 2 * context.theme.scale});
    const bool entered = ImGui::InputText(("##entry:" + parameter.name).c_str(), buffer.data(), buffer.size(),
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar();
    const bool lost_focus = !entry.is_new && ImGui::IsItemDeactivated();
    ImGui::SetCursorScreenPos(kept);
    if (entry.is_new) context.commands.post([](session::Session&, ViewState& view) { view.entry.is_new = false; });
    if (entered) {
        const auto value = catalogue::parse_value(parameter, buffer.data());
        if (value)
            set(context, parameter.name, *value, session::Edit::finished);
        else
            refuse_typed(context, parameter, buffer.data(), refusal_words(value.error()));
    } else if (lost_focus) {
        context.commands.post([](session::Session&, ViewState& view) { view.entry = {}; });
    }
}

void draw_radio(PanelContext& context, const Parameter& parameter, const Rect& place)
{
    const Theme& theme = context.theme;
    const bool chosen = context.session.selection().x_axis == parameter.name;
    const Touch touch = touch_area(context, "axis:" + parameter.name, place);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float r = 5.5f * theme.scale;
    if (chosen)
        fill_disc(list, theme, place.centre(), r, theme.accent);
    else
        list->AddCircle(place.centre(), r, touch.hovered ? theme.text : theme.text_faint, 0,
                        std::max(1.0f, std::round(1.2f * theme.scale)));
    if (touch.hovered) tooltip(theme, {}, "Plot the charts against " + parameter.label);
    if (touch.clicked)
        context.commands.post([name = parameter.name](session::Session& session, ViewState& view) {
            session.set_x_axis(name);
            view.zoom.clear();
        });
}

/// Marks below the track at recorded values, for the two sliders that the user is likely to move. No marks if nearly
/// every value is recorded.
void draw_recorded_marks(const PanelContext& context, const Parameter& parameter, float left, float right, float y)
{
    const session::SessionView& session = context.session;
    const bool is_axis_or_selected =
        session.selection().x_axis == parameter.name || context.view.parameter == parameter.name;
    if (!is_axis_or_selected || session.recording(session.gpu().name) == nullptr) return;
    constexpr std::size_t max_marks = 48;
    const std::vector<Value>& recorded = session.recorded_values(parameter.name);
    if (recorded.size() > max_marks) return;
    const Theme& theme = context.theme;
    const float half = std::max(1.0f, 0.9f * theme.scale);
    for (const Value& at : recorded) {
        const float x = left + static_cast<float>(teaching::slider_fraction(parameter, at)) * (right - left);
        ImGui::GetWindowDrawList()->AddRectFilled({x - half, y + 4 * theme.scale}, {x + half, y + 8 * theme.scale},
                                                  theme.warning);
        context.items.note("recorded:" + parameter.name + ":" + model::to_string(at), {{x, y}, {x, y}});
    }
}

/// Largest block size allowed by the focused kernel's __launch_bounds__; 0: no bound, or another slider.
std::int64_t launch_bound_of(const PanelContext& context, const Parameter& parameter)
{
    const model::RunResult* result = parameter.name == "block_size" ? focused_result(context.session) : nullptr;
    return result != nullptr && result->compile ? result->compile->launch_bound_threads.value_or(0) : 0;
}

/// Draws the track beyond the launch bound in the colour of errors, with a bar at the bound.
void draw_launch_bound(const PanelContext& context, const Parameter& parameter, float left, float right, float y)
{
    const std::int64_t bound = launch_bound_of(context, parameter);
    if (bound == 0 || bound >= parameter.last) return;
    const Theme& theme = context.theme;
    const float x = left + static_cast<float>(teaching::slider_fraction(parameter, bound)) * (right - left);
    const float half = std::max(1.0f, 1.2f * theme.scale), thick = 2 * theme.scale;
    fill_rounded(ImGui::GetWindowDrawList(), theme, {x, y - thick}, {right, y + thick}, faded(theme.error, 0.45f),
                 thick);
    ImGui::GetWindowDrawList()->AddRectFilled({x - half, y - 6 * theme.scale}, {x + half, y + 6 * theme.scale},
                                              theme.error);
    context.items.note("launch_bound:" + std::to_string(bound), {{x, y}, {x, y}});
}

/// Horizontal extent of a slider's track on the screen.
struct Track {
    float left, right;

    [[nodiscard]] Value value_at_mouse(const Parameter& parameter) const
    {
        const double fraction = (ImGui::GetMousePos().x - left) / std::max(right - left, 1.0f);
        return teaching::value_at_fraction(parameter, fraction);
    }
};

/// Sets the value again before the next frame's layout, so that the slider does not lag behind the mouse.
void follow_mouse(PanelContext& context, const std::string& name, const Track& track)
{
    context.commands.follow([name, track](session::Session& session, ViewState& view) {
        const Parameter* const parameter = session.view().experiment().find_parameter(name);
        if (parameter == nullptr || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
        const Value wanted = track.value_at_mouse(*parameter);
        const auto found = session.view().selection().values.find(name);
        if (found != session.view().selection().values.end() && found->second != wanted)
            set_parameter(session, view, name, wanted, session::Edit::dragging);
    });
}

void draw_slider(PanelContext& context, const Parameter& parameter, const Value& value, const Rect& track_area)
{
    const Theme& theme = context.theme;
    const float radius = 6.5f * theme.scale;
    const float left = track_area.min.x + radius, right = track_area.max.x - radius;
    const Touch touch = touch_area(context, "slider:" + parameter.name, track_area);
    const bool ctrl = ImGui::GetIO().KeyCtrl;
    if (touch.pressed && ctrl)
        context.commands.post([name = parameter.name](session::Session& session, ViewState& view) {
            begin_typed_entry(session.view(), view, name);
        });
    else if (touch.held && !ctrl) {
        const Value wanted = Track{left, right}.value_at_mouse(parameter);
        follow_mouse(context, parameter.name, {left, right});
        if (wanted != value || touch.pressed) set(context, parameter.name, wanted, session::Edit::dragging);
    } else if (touch.released && context.view.entry.parameter != parameter.name) {
        set(context, parameter.name, value, session::Edit::finished);
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float y = track_area.centre().y, thick = 2 * theme.scale;
    const float x = left + static_cast<float>(teaching::slider_fraction(parameter, value)) * (right - left);
    const bool changed = value != initial_of(context, parameter);
    fill_rounded(list, theme, {left, y - thick}, {right, y + thick}, theme.panel_border, thick);
    fill_rounded(list, theme, {left, y - thick}, {x, y + thick}, changed ? theme.accent : theme.text_faint, thick);
    draw_launch_bound(context, parameter, left, right, y);
    draw_recorded_marks(context, parameter, left, right, y);
    fill_disc(list, theme, {x, y}, touch.hovered || touch.held ? radius * 1.15f : radius,
              theme.dark ? theme.cursor : theme.accent);
    if (!theme.dark) fill_disc(list, theme, {x, y}, radius * 0.5f, theme.panel);
}

void draw_slider_and_unit(PanelContext& context, const Parameter& parameter, const Value& value, const Rect& control)
{
    const Theme& theme = context.theme;
    if (!is_unit_at_slider(theme, parameter, control.width())) return draw_slider(context, parameter, value, control);
    const std::string unit = value_words(parameter, value).unit;
    const std::string unit_of_highest = value_words(parameter, teaching::highest_value(parameter)).unit;
    const float room = std::max(text_width(theme.small, parameter.unit), text_width(theme.small, unit_of_highest));
    draw_slider(context, parameter, value, {control.min, {control.max.x - room - 8 * theme.scale, control.max.y}});
    draw_text(ImGui::GetWindowDrawList(), theme.small,
              {control.max.x - text_width(theme.small, unit), control.centre().y - font_pixels(theme.small) / 2},
              theme.text_muted, unit);
}

/// Draws the choices side by side; only if segments_fit().
void draw_segments(PanelContext& context, const Parameter& parameter, const Value& value, const Rect& place)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    fill_rounded(list, theme, place.min, place.max, theme.grid, theme.rounding);
    float total = 0;
    for (const model::Choice& choice : parameter.choices) total += text_width(theme.small, choice.words());
    const float pad = (place.width() - total) / static_cast<float>(parameter.choices.size());
    float x = place.min.x;
    for (const model::Choice& choice : parameter.choices) {
        const float width = text_width(theme.small, choice.words()) + pad;
        const Rect segment{{x, place.min.y}, {x + width, place.max.y}};
        const bool chosen = value == Value(choice.name);
        const Touch touch = touch_area(context, "choice:" + parameter.name + ":" + choice.name, segment);
        if (chosen) fill_rounded(list, theme, segment.min, segment.max, theme.accent, theme.rounding);
        draw_text(list, theme.small, {x + pad / 2, place.centre().y - font_pixels(theme.small) / 2},
                  chosen          ? theme.panel
                  : touch.hovered ? theme.text
                                  : theme.text_muted,
                  choice.words());
        if (touch.hovered && !choice.help.empty()) tooltip(theme, choice.words(), choice.help);
        if (touch.clicked) set(context, parameter.name, choice.name, session::Edit::finished);
        x += width;
    }
}

void draw_choice_menu(PanelContext& context, const Parameter& parameter, const Value& value, const Rect& place)
{
    const Theme& theme = context.theme;
    const std::string key = "menu:" + parameter.name;
    const Touch touch = touch_area(context, key, place);
    ImDrawList* list = ImGui::GetWindowDrawList();
    fill_rounded(list, theme, place.min, place.max, touch.hovered ? theme.panel_border : theme.grid, theme.rounding);
    draw_text_fitted(list, theme.body, {place.min.x + 8 * theme.scale, place.centre().y - font_pixels(theme.body) / 2},
                     theme.text, teaching::value_label(parameter, value), place.width() - 30 * theme.scale);
    const ImVec2 tip{place.max.x - 14 * theme.scale, place.centre().y};
    const float r = 4 * theme.scale;
    list->AddTriangleFilled({tip.x - r, tip.y - r * 0.6f}, {tip.x + r, tip.y - r * 0.6f}, {tip.x, tip.y + r * 0.7f},
                            theme.text_muted);
    if (touch.clicked) open_menu(context, key, "choice:" + parameter.name + ":" + model::to_string(value));
    if (!begin_menu(context, key, place, place.width())) return;
    for (const model::Choice& choice : parameter.choices)
        if (menu_entry(context, {.key = "choice:" + parameter.name + ":" + choice.name,
                                 .label = choice.words(),
                                 .note = {},
                                 .is_current = value == Value(choice.name)}))
            set(context, parameter.name, choice.name, session::Edit::finished);
    end_menu(context);
}

void draw_switch(PanelContext& context, const Parameter& parameter, bool on, const Rect& place)
{
    const Theme& theme = context.theme;
    const Touch touch = touch_area(context, "slider:" + parameter.name, place);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float r = place.height() / 2;
    fill_rounded(list, theme, place.min, place.max, on ? theme.accent : theme.panel_border, r);
    fill_disc(list, theme, {on ? place.max.x - r : place.min.x + r, place.centre().y}, r - 2.5f * theme.scale,
              on ? theme.panel : theme.text_muted);
    if (touch.clicked) set(context, parameter.name, !on, session::Edit::finished);
}

/// Draws the value; a click on it opens a field to type another. Returns the value's left end.
float draw_value(PanelContext& context, const Parameter& parameter, const Value& value, const Rect& head)
{
    const Theme& theme = context.theme;
    const bool is_bare = is_unit_at_slider(theme, parameter, head.width());
    const auto words = [&](const Value& each) {
        return is_bare ? value_words(parameter, each).number : teaching::value_label(parameter, each);
    };
    std::string text = words(value);
    if (const auto launched = launched_value(context, parameter, value))
        text += ": " + value_words(parameter, *launched).number;
    const float width = text_width(theme.body_bold, text);
    const Rect place{{head.max.x - width - 4 * theme.scale, head.min.y}, head.max};
    const Touch touch = touch_area(context, "value:" + parameter.name, place);
    draw_text(ImGui::GetWindowDrawList(), theme.body_bold, {head.max.x - width, head.min.y + 2 * theme.scale},
              touch.hovered ? theme.accent : theme.text, text);
    if (touch.hovered) tooltip(theme, {}, "Click to type a value");
    if (touch.clicked)
        context.commands.post([name = parameter.name](session::Session& session, ViewState& view) {
            begin_typed_entry(session.view(), view, name);
        });
    return place.min.x;
}

/// The arrow that resets to the initial value; ends at `right`. Returns its left end.
float draw_reset(PanelContext& context, const Parameter& parameter, float top, float right)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float size = 18 * theme.scale;
    const Rect place{{right - size - 2 * theme.scale, top + 1 * theme.scale},
                     {right - 2 * theme.scale, top + 1 * theme.scale + size}};
    const Touch touch = touch_area(context, "reset:" + parameter.name, place);
    const ImVec2 c = place.centre();
    const float r = 4.5f * theme.scale;
    const ImU32 ink = touch.hovered ? theme.text : theme.text_faint;
    list->PathArcTo(c, r, -2.2f, 2.8f, 16);
    list->PathStroke(ink, 0, 1.5f * theme.scale);
    const ImVec2 tip{c.x + r * std::cos(-2.2f), c.y + r * std::sin(-2.2f)};
    list->AddTriangleFilled({tip.x - 3.4f * theme.scale, tip.y + 2.2f * theme.scale},
                            {tip.x + 2.4f * theme.scale, tip.y + 2.2f * theme.scale},
                            {tip.x - 1.6f * theme.scale, tip.y - 3.2f * theme.scale}, ink);
    if (touch.hovered)
        tooltip(theme, {}, "Back to " + teaching::value_label(parameter, initial_of(context, parameter)));
    if (touch.clicked)
        context.commands.post([name = parameter.name](session::Session& session, ViewState& view) {
            reset_parameter(session, view, name);
        });
    return place.min.x;
}

std::string launch_bound_words(const PanelContext& context, const Parameter& parameter)
{
    const std::int64_t bound = launch_bound_of(context, parameter);
    return bound == 0 ? ""
                      : "The kernel's launch bound allows at most " + teaching::value_label(parameter, bound) + ".\n\n";
}

/// The row's name, value and reset arrow. A switch or number stands at the right end.
void draw_head(PanelContext& context, const Parameter& parameter, const Value& value, const Rect& head)
{
    const Theme& theme = context.theme;
    const TypedEntry& entry = context.view.entry;
    float right = head.max.x;
    if (entry.parameter == parameter.name && (entry.is_new || !entry.text.empty())) {
        const float width = 104 * theme.scale;
        draw_entry(context, parameter, {{right - width, head.min.y}, {right, head.max.y}});
        right -= width;
    } else if (parameter.kind == ParameterKind::flag) {
        const Rect place{{right - 32 * theme.scale, head.min.y + 2 * theme.scale},
                         {right, head.min.y + 20 * theme.scale}};
        draw_switch(context, parameter, value == Value(true), place);
        right = place.min.x;
    } else if (parameter.kind == ParameterKind::integer) {
        right = draw_value(context, parameter, value, head);
    }
    if (value != initial_of(context, parameter)) right = draw_reset(context, parameter, head.min.y, right);
    const Rect name_area{head.min, {right - 6 * theme.scale, head.max.y}};
    draw_text_fitted(ImGui::GetWindowDrawList(), theme.body, {name_area.min.x, head.min.y + 2 * theme.scale},
                     theme.text, parameter.label, name_area.width());
    if (ImGui::IsMouseHoveringRect(name_area.min, name_area.max) && ImGui::IsWindowHovered())
        tooltip(theme, parameter.label, launch_bound_words(context, parameter) + help_text(parameter, context.view));
}

bool segments_fit(const Parameter& parameter, const Theme& theme, float width)
{
    float total = 0;
    for (const model::Choice& choice : parameter.choices)
        total += text_width(theme.small, choice.words()) + 12 * theme.scale;
    return total <= width;
}

}  // namespace

void begin_typed_entry(const session::SessionView& session, ViewState& view, const std::string& name)
{
    const auto found = session.selection().values.find(name);
    if (found == session.selection().values.end()) return;
    view.parameter = name;
    view.entry = {name, model::to_string(found->second), true, ""};
}

void draw_parameter_row(PanelContext& context, const Parameter& parameter, float min_control_height)
{
    const Theme& theme = context.theme;
    const Value value = value_of(context, parameter);
    const float head_height = font_pixels(theme.body) + 5 * theme.scale;
    const float radio_width = 26 * theme.scale;
    float control_height = 2 * theme.scale;
    if (parameter.kind == ParameterKind::integer) control_height = std::max(18 * theme.scale, min_control_height);
    if (parameter.kind == ParameterKind::choice)
        control_height = std::max(font_pixels(theme.small) + 10 * theme.scale, min_control_height);
    const Rect row = take_row(std::round(head_height + control_height + 8 * theme.scale));
    const Rect head{{row.min.x + 6 * theme.scale, row.min.y + 2 * theme.scale},
                    {row.max.x - radio_width, row.min.y + head_height}};
    // On a touch screen the control is as wide as the row: the x-axis button is above the control's end.
    const float right = min_control_height > 0 ? row.max.x - 6 * theme.scale : head.max.x;
    const Rect control{{head.min.x, row.min.y + head_height}, {right, row.min.y + head_height + control_height}};
    if (context.view.parameter == parameter.name)
        fill_rounded(ImGui::GetWindowDrawList(), theme, {row.min.x - 6 * theme.scale, row.min.y + 3 * theme.scale},
                     {row.min.x - 3 * theme.scale, control.max.y}, theme.accent, 2 * theme.scale);

    draw_head(context, parameter, value, head);
    draw_radio(context, parameter, {{row.max.x - radio_width, row.min.y}, {row.max.x, head.max.y + 2 * theme.scale}});
    if (parameter.kind == ParameterKind::integer) draw_slider_and_unit(context, parameter, value, control);
    if (parameter.kind == ParameterKind::choice) {
        segments_fit(parameter, theme, control.width()) ? draw_segments(context, parameter, value, control)
                                                        : draw_choice_menu(context, parameter, value, control);
    }
    if (ImGui::IsMouseHoveringRect(row.min, row.max) && ImGui::IsWindowHovered() && ImGui::IsMouseClicked(1))
        context.commands.post([name = parameter.name](session::Session& session, ViewState& view) {
            reset_parameter(session, view, name);
        });
    if (context.view.entry.parameter == parameter.name && !context.view.entry.error.empty()) {
        const std::string& why = context.view.entry.error;
        const Rect below = take_row(wrapped_height(theme.small, why, row.width()) + 4 * theme.scale);
        draw_text_wrapped(ImGui::GetWindowDrawList(), theme.small, below.min, theme.error, why, below.width());
    }
}

}  // namespace spillway::window
