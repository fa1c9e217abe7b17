#include <cmath>
#include <string>

#include "app/charts/cliffs.h"
#include "app/teaching/availability.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/visible_variants.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

/// A kernel with wrong output or a timeout did run, and a stopped compile gave no verdict: neither was refused.
std::string failed_word(const model::RunResult& result)
{
    const bool is_refused =
        result.status == model::Status::compile_error || result.status == model::Status::launch_error;
    return is_refused && !result.compile_stopped ? "refused" : charts::failure_words(result);
}

/// "refused", "waiting" or "stale": the reason why the variant has no current values.
std::string state_word(const results::CurvePoint& point, bool no_compiler)
{
    switch (point.state) {
        case results::PointState::failed: return no_compiler || !point.result ? "" : failed_word(*point.result);
        case results::PointState::queued: return point.result ? "stale" : "waiting";
        case results::PointState::missing: return point.result ? "stale" : "";
        case results::PointState::ready: return "";
    }
    return "";
}

void draw_variant(PanelContext& context, const model::Variant& variant, std::size_t index)
{
    const Theme& theme = context.theme;
    const float line = font_pixels(theme.body);
    const Rect row = take_row(std::round(line + 10 * theme.scale));
    const bool hidden = context.view.hidden_variants.contains(variant.name);
    const bool focused = context.session.selection().focus == variant.name;
    const float eye_width = 30 * theme.scale;
    const Rect name_area{row.min, {row.max.x - eye_width, row.max.y}};
    const Rect eye_area{{row.max.x - eye_width, row.min.y}, row.max};

    ImDrawList* list = ImGui::GetWindowDrawList();
    const Touch touch = touch_area(context, "variant:" + variant.name, name_area);
    const Touch eye = touch_area(context, "eye:" + variant.name, eye_area);
    if (focused || touch.hovered)
        fill_rounded(list, theme, row.min, row.max, focused ? theme.accent_soft : with_alpha(theme.panel_border, 0.6f),
                     theme.rounding);
    const ImVec2 mark{row.min.x + 14 * theme.scale, row.centre().y};
    draw_marker(list, theme, mark, charts::series_marker(index), 5.2f * theme.scale,
                hidden ? theme.text_faint : variant_colour(theme, index), hidden);
    const results::CurvePoint& point = context.session.current(variant.name);
    const bool is_covered = covers_of(context.session, context.view).hides_outcome();
    const std::string word = state_word(point, teaching::lacks_compiler(context.session) || is_covered);
    const float word_width = word.empty() ? 0 : text_width(theme.small, word) + 8 * theme.scale;
    draw_name_fitted(list, focused ? theme.body_bold : theme.body,
                     {row.min.x + 30 * theme.scale, row.centre().y - line / 2}, hidden ? theme.text_faint : theme.text,
                     variant.label.empty() ? variant.name : variant.label,
                     name_area.width() - 30 * theme.scale - word_width);
    if (!word.empty())
        draw_text(list, theme.small,
                  {name_area.max.x - word_width + 4 * theme.scale, row.centre().y - font_pixels(theme.small) / 2},
                  point.state == results::PointState::failed ? theme.error : theme.text_faint, word);
    draw_eye(list, theme, eye_area, eye.hovered ? theme.text : hidden ? theme.text_faint : theme.text_muted, !hidden);
    if (touch.hovered && !variant.help.empty()) tooltip(theme, variant.name, variant.help);
    if (eye.hovered) tooltip(theme, {}, hidden ? "Show in the charts" : "Hide in the charts");
    if (touch.clicked)
        context.commands.post(
            [name = variant.name](session::Session& session, ViewState&) { session.set_focus(name); });
    if (eye.clicked)
        context.commands.post(
            [name = variant.name](session::Session& session, ViewState& view) { toggle_hidden(session, view, name); });
}

void draw_variants(PanelContext& context)
{
    section_title(context.theme, "Variants", context.view.present ? "" : "keys 1 to 9");
    const auto& variants = context.session.experiment().variants;
    for (std::size_t i = 0; i < variants.size(); ++i) draw_variant(context, variants[i], i);
}

}  // namespace

const Panel variants_panel{"variants", "Variants", PanelPlace::side, plain_view<draw_variants>};

}  // namespace spillway::window
