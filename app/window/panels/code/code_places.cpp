#include "app/window/panels/code/code_places.h"

#include <algorithm>

#include "app/teaching/listing_index.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

bool CodePlaces::draw_steps(PanelContext& context, const Places& places)
{
    if (places.rows == nullptr || places.rows->empty()) return false;
    if (switch_button(context, "place:previous", "◀", false)) step_ = -1;
    ImGui::SameLine();
    if (switch_button(context, "place:next", "▶", false)) step_ = 1;
    ImGui::SameLine();
    const auto at = std::find(places.rows->begin(), places.rows->end(), places.column->head);
    if (at != places.rows->end()) {
        ImGui::AlignTextToFramePadding();
        const std::string text =
            std::to_string(at - places.rows->begin() + 1) + " of " + std::to_string(places.rows->size());
        draw_text(context.theme.body_bold, places.color, text);
        context.items.note("at place:" + text, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
        ImGui::SameLine();
    }
    if (context.view.code_keys.place_step != 0) step_ = context.view.code_keys.place_step;
    if (step_ == 0) return false;
    places.column->go_to(teaching::next_row(*places.rows, places.column->head, step_));
    step_ = 0;
    return true;
}

bool CodePlaces::draw(PanelContext& context, const Places& places)
{
    if (places.text.empty()) return false;
    const bool moved = draw_steps(context, places);
    // Always one line, because a second one would push the code up; the tooltip shows the rest.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(1.0F, ImGui::GetContentRegionAvail().x), ImGui::GetFrameHeight()};
    const bool fits = text_width(context.theme.body_bold, places.text) <= size.x;
    ImFont* font = fits ? context.theme.body_bold : context.theme.body;
    draw_text_fitted(ImGui::GetWindowDrawList(), font, {at.x, at.y + (size.y - font_pixels(font)) / 2}, places.color,
                     places.text, size.x);
    ImGui::Dummy(size);
    if (!fits && ImGui::IsItemHovered()) tooltip(context.theme, places.text);
    context.items.note("code:foot", {at, ImGui::GetItemRectMax()});
    copy_menu("summary", places.text);
    return moved;
}

}  // namespace spillway::window
