#include "app/window/kit/cover.h"

#include <algorithm>
#include <cmath>

#include "app/teaching/covers.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

void toggle_everything(ViewState& view)
{
    view.shows_everything = !view.shows_everything;
    if (view.shows_everything) view.sketch.reset();
    view.status_notice = view.shows_everything ? std::string(all_shown_words) : "Questions are asked again";
}

void draw_cover(PanelContext& context, const std::string& panel)
{
    const ImVec2 room = ImGui::GetContentRegionAvail();
    draw_empty(context.theme, teaching::asked_words);
    const ImVec2 size = button_size(context.theme, question_words), below = ImGui::GetCursorScreenPos();
    question_button(context, "to_question:" + panel,
                    {below.x + std::round(std::max(0.0F, (room.x - size.x) / 2)), below.y + 8 * context.theme.scale});
}

void question_button(PanelContext& context, const std::string& key, ImVec2 at, std::string_view metric)
{
    if (!button_at(context, key, at, question_words)) return;
    const model::Question* question = question_that_hides(context.session, context.view, metric);
    if (question == nullptr) return;
    context.commands.post([id = question->id](session::Session& session, ViewState& view) {
        if (view.filled != Part::tabs) view.filled = Part::none;  // the charts or the SM alone would hide the lesson
        view.tab = "lesson";
        go_to_question(session, view, id);
    });
}

}  // namespace spillway::window
