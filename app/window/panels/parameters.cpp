#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/formula/parameter_values.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/file_settings.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/parameter_row.h"

namespace spillway::window {
namespace {

using model::Parameter;

/// Knobs that a learner uses first; the others are folded away until they differ from their initial value.
bool is_everyday_knob(std::string_view name)
{
    constexpr std::array<std::string_view, 4> everyday{"block_size", "register_cap", "min_blocks_per_sm",
                                                       "extra_shared_bytes"};
    return std::find(everyday.begin(), everyday.end(), name) != everyday.end();
}

bool is_changed(const session::SessionView& session, const Parameter& parameter)
{
    const auto& values = session.selection().values;
    const auto found = values.find(parameter.name);
    return found != values.end() && found->second != catalogue::initial_value(parameter, session.gpu());
}

bool is_shown(const PanelContext& context, const Parameter& knob)
{
    if (!teaching::is_adjustable(knob)) return false;
    const bool matters = is_changed(context.session, knob) || context.session.selection().x_axis == knob.name ||
                         context.view.parameter == knob.name;
    if (context.view.present) return matters || knob.name == "block_size" || knob.name == "register_cap";
    return matters || context.view.all_knobs || is_everyday_knob(knob.name);
}

/// "Spill target · Fast math · 2 more ▸"
std::string folded_words(const std::vector<const Parameter*>& folded, const Theme& theme, float width)
{
    for (std::size_t named = std::min<std::size_t>(folded.size(), 3); named > 0; --named) {
        std::string words;
        for (std::size_t i = 0; i < named; ++i) words += (i ? " · " : "") + folded[i]->label;
        if (folded.size() > named) words += " · " + std::to_string(folded.size() - named) + " more";
        if (text_width(theme.small, words) <= width) return words;
    }
    return std::to_string(folded.size()) + " more knobs";
}

void draw_fold(PanelContext& context, const std::vector<const Parameter*>& folded)
{
    if (context.view.present || (folded.empty() && !context.view.all_knobs)) return;
    const Theme& theme = context.theme;
    const Rect row = take_row(font_pixels(theme.small) + 12 * theme.scale);
    const Touch touch = touch_area(context, "more_knobs", row);
    const std::string words =
        context.view.all_knobs ? "Fewer knobs" : folded_words(folded, theme, row.width() - 18 * theme.scale);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float y = row.centre().y - font_pixels(theme.small) / 2;
    const ImU32 ink = touch.hovered ? theme.text : theme.text_muted;
    draw_text(list, theme.small, {row.min.x, y}, ink, words);
    const ImVec2 tip{row.min.x + text_width(theme.small, words) + 10 * theme.scale, row.centre().y};
    const float r = 3.5f * theme.scale;
    if (context.view.all_knobs)
        list->AddTriangleFilled({tip.x - r, tip.y + r}, {tip.x + r, tip.y + r}, {tip.x, tip.y - r}, ink);
    else
        list->AddTriangleFilled({tip.x - r, tip.y - r}, {tip.x + r, tip.y - r}, {tip.x, tip.y + r}, ink);
    if (touch.clicked)
        context.commands.post([](session::Session&, ViewState& view) { view.all_knobs = !view.all_knobs; });
}

void draw_reset_all(PanelContext& context, const Rect& title_row)
{
    const auto& experiment = context.session.experiment();
    bool any = false;
    for (const auto* list : {&experiment.parameters, &experiment.knobs})
        for (const Parameter& parameter : *list) any |= is_changed(context.session, parameter);
    if (!any) return;
    const Theme& theme = context.theme;
    constexpr std::string_view words = "reset all";
    const float width = text_width(theme.small, words) + 10 * theme.scale;
    // Left of the "x axis" heading.
    const float right = title_row.max.x - text_width(theme.small, "x axis") - 10 * theme.scale;
    const Rect rect{{right - width, title_row.min.y}, {right, title_row.max.y}};
    const Touch touch = touch_area(context, "reset_all", rect);
    draw_text(ImGui::GetWindowDrawList(), theme.small, {rect.min.x + 5 * theme.scale, rect.min.y + 3 * theme.scale},
              touch.hovered ? theme.text : theme.accent, words);
    if (touch.clicked) context.commands.post(reset_parameters);
}

class ParametersView final : public PanelView {
public:
    void draw(PanelContext& context) override;

private:
    FileSettingsRows file_settings_;
};

void ParametersView::draw(PanelContext& context)
{
    const auto& experiment = context.session.experiment();
    const Rect title{ImGui::GetCursorScreenPos(),
                     {ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x,
                      ImGui::GetCursorScreenPos().y + font_pixels(context.theme.small) + 8 * context.theme.scale}};
    section_title(context.theme, experiment.parameters.empty() ? "Knobs" : "Parameters", "x axis");
    draw_reset_all(context, title);
    for (const Parameter& parameter : experiment.parameters)
        if (teaching::is_adjustable(parameter)) draw_parameter_row(context, parameter);
    file_settings_.draw(context);

    std::vector<const Parameter*> folded;
    bool headed = experiment.parameters.empty();
    for (const Parameter& knob : experiment.knobs) {
        if (!is_shown(context, knob)) {
            if (teaching::is_adjustable(knob)) folded.push_back(&knob);
            continue;
        }
        if (!headed) section_title(context.theme, "Knobs");
        headed = true;
        draw_parameter_row(context, knob);
    }
    draw_fold(context, folded);
}

}  // namespace

const Panel parameters_panel{"parameters", "Parameters", PanelPlace::side, open_view<ParametersView>};

}  // namespace spillway::window
