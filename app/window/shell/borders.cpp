#include "app/window/shell/borders.h"

#include <algorithm>
#include <string>

#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

void draw_border(PanelContext& context, const Layout& layout, const char* key, Part beside, const Rect& gap)
{
    if (gap.width() <= 0 || gap.height() <= 0) return;
    const Theme& theme = context.theme;
    const bool across = gap.height() > gap.width();
    ImGui::PushID(key);
    ImGui::SetCursorScreenPos(gap.min);
    ImGui::InvisibleButton("##border", {gap.width(), gap.height()});
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    const bool twice = hovered && ImGui::IsMouseDoubleClicked(0);
    ImGui::PopID();
    context.items.note(std::string("border:") + key, gap);
    if (!held && !hovered) return;
    ImGui::SetMouseCursor(across ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    const float thin = std::max(2.0f, 3 * theme.scale);
    const ImVec2 middle = gap.centre();
    const Rect line = across ? Rect{{middle.x - thin / 2, gap.min.y}, {middle.x + thin / 2, gap.max.y}}
                             : Rect{{gap.min.x, middle.y - thin / 2}, {gap.max.x, middle.y + thin / 2}};
    fill_rounded(ImGui::GetWindowDrawList(), theme, line.min, line.max, held ? theme.accent : theme.panel_border,
                 thin / 2);
    if (twice) {
        context.commands.post([beside](session::Session&, ViewState& view) {
            float& share = beside == Part::left     ? view.borders.left
                           : beside == Part::charts ? view.borders.charts
                           : beside == Part::tabs   ? view.borders.lesson
                                                    : view.borders.right;
            share = 0;
        });
        return;
    }
    const ImVec2 mouse = ImGui::GetMousePos();
    const float by = across ? mouse.x - middle.x : mouse.y - middle.y;
    if (held && ImGui::IsMouseDragging(0, 2) && by != 0)
        context.commands.post([borders = dragged_border(layout, context.view.borders, beside, by)](
                                  session::Session&, ViewState& view) { view.borders = borders; });
}

/// Four corners that point outwards, or inwards.
void draw_corners(ImDrawList* list, ImVec2 c, float size, bool inwards, ImU32 colour, float stroke)
{
    const float arm = size * 0.5f, tip = inwards ? size * 0.35f : size;
    const float way = inwards ? 1.0f : -1.0f;
    for (const float x : {-1.0f, 1.0f})
        for (const float y : {-1.0f, 1.0f}) {
            const ImVec2 corner{c.x + x * tip, c.y + y * tip};
            list->AddLine(corner, {corner.x + way * x * arm, corner.y}, colour, stroke);
            list->AddLine(corner, {corner.x, corner.y + way * y * arm}, colour, stroke);
        }
}

/// True if the lesson's layout can be switched on or off here.
bool can_fold(const PanelContext& context)
{
    return context.view.filled == Part::none && !context.view.present && context.view.can_lesson_lead;
}

float fill_button_side(const Theme& theme, float height)
{
    return std::min(24 * theme.scale, height - 6 * theme.scale);
}

}  // namespace

float fill_button_width(const Theme& theme, float height)
{
    return fill_button_side(theme, height) + 10 * theme.scale;
}

void draw_borders(PanelContext& context, const Layout& layout)
{
    draw_border(context, layout, "left", Part::left, layout.left_border);
    draw_border(context, layout, "charts", Part::charts, layout.charts_border);
    draw_border(context, layout, "right", Part::right, layout.right_border);
    draw_border(context, layout, "lesson", Part::tabs, layout.lesson_border);
}

float fold_button_width(const PanelContext& context, float height)
{
    return can_fold(context) ? fill_button_width(context.theme, height) : 0;
}

void draw_fold_button(PanelContext& context, ImVec2 upper_right, float height)
{
    if (!can_fold(context)) return;
    const Theme& theme = context.theme;
    const float side = fill_button_side(theme, height);
    const Rect place{{upper_right.x - side - 6 * theme.scale, upper_right.y},
                     {upper_right.x - 6 * theme.scale, upper_right.y + side}};
    const bool is_folded = context.view.lesson_leads_now;
    const Touch touch = touch_area(context, "fold", place);
    const ImU32 ink = touch.hovered ? theme.text : theme.text_muted;
    const ImVec2 c = place.centre();
    const float r = side * 0.27f, stroke = std::max(1.0f, 1.4f * theme.scale);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRect({c.x - r, c.y - r}, {c.x + r, c.y + r}, ink, 0, 0, stroke);
    list->AddLine({c.x - r * 0.2f, c.y - r}, {c.x - r * 0.2f, c.y + r}, ink, stroke);
    if (!is_folded) list->AddLine({c.x - r * 0.2f, c.y}, {c.x + r, c.y}, ink, stroke);
    if (touch.hovered)
        tooltip(theme, is_folded ? "Show all panels" : "Only the lesson and its charts",
                is_folded ? "The list of experiments, the knobs and the SM, too." : "The rest is one click away.");
    if (touch.clicked)
        context.commands.post([is_folded](session::Session&, ViewState& view) { view.lesson_leads = !is_folded; });
}

void draw_fill_button(PanelContext& context, Part part, ImVec2 upper_right, float height)
{
    const Theme& theme = context.theme;
    const float side = fill_button_side(theme, height);
    const Rect place{{upper_right.x - side - 6 * theme.scale, upper_right.y},
                     {upper_right.x - 6 * theme.scale, upper_right.y + side}};
    const bool is_filled = context.view.filled == part;
    const Touch touch = touch_area(context, part == Part::tabs ? "fill:tabs" : "fill:right", place);
    draw_corners(ImGui::GetWindowDrawList(), place.centre(), side * 0.27f, is_filled,
                 touch.hovered ? theme.text : theme.text_muted, std::max(1.0f, 1.4f * theme.scale));
    if (touch.hovered)
        tooltip(theme, is_filled ? "Back to the whole window" : "Fill the window",
                for_input_device(context.view, "F", ""));
    if (touch.clicked)
        context.commands.post(
            [to = is_filled ? Part::none : part](session::Session&, ViewState& view) { view.filled = to; });
}

}  // namespace spillway::window
