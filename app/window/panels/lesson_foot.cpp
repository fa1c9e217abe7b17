#include "app/window/panels/lesson_foot.h"

#include <algorithm>
#include <cmath>

#include "app/catalogue/catalogue.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/kit/step_view.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

/// The next lesson in the catalogue's order; null after the last. Skips exercises; shipped lessons and the learner's
/// own experiments do not lead to each other.
const model::Experiment* next_lesson(const session::SessionView& session)
{
    const auto& all = session.catalogue().experiments;
    const auto here = std::find_if(all.begin(), all.end(),
                                   [&](const auto& each) { return each.name == session.selection().experiment; });
    if (here == all.end()) return nullptr;
    const auto next = std::find_if(here + 1, all.end(), [&](const auto& each) {
        return !each.exercise && each.origin.is_users_own() == here->origin.is_users_own();
    });
    return next == all.end() ? nullptr : &*next;
}

/// A button that undoes the learner's changes to the step's view.
void draw_back_to_view(PanelContext& context, ImVec2 at, float right)
{
    if (shows_step_view(context.session, context.view)) return;
    constexpr std::string_view whole = "Back to the step's view", shorter = "Step's view";
    const bool has_room = at.x + button_size(context.theme, whole).x <= right;
    const std::string_view label = has_room ? whole : shorter;
    if (at.x + button_size(context.theme, label).x > right) return;
    if (button_at(context, "lesson:view", at, label, ButtonLook::quiet,
                  "Sliders, x axis, variants and charts as at the start of this step"))
        context.commands.post([](session::Session& session, ViewState& view) { show_step_view(session, view); });
}

/// After the last step: "read", and a button to the next lesson.
void draw_end(PanelContext& context, ImVec2 at, float right)
{
    const Theme& theme = context.theme;
    const std::string name = context.session.selection().experiment;
    const auto& learner = context.session.learner();
    const auto known = learner.find(name);
    const bool is_read = known != learner.end() && known->second.read;
    const model::Experiment* next = next_lesson(context.session);
    const auto mark_read = [name](session::Session& session, bool read) {
        session.change_learner([name, read](learner::LearnerProgress& all) { all[name].read = read; });
    };
    const bool is_own = context.session.experiment().origin.is_users_own();
    const std::string onward = next != nullptr ? "Done, next: " + next->title
                               : is_own        ? "Done"
                                               : "Done: this was the last lesson";
    const bool has_room = at.x + button_size(theme, onward).x <= right;
    const std::string label = has_room ? onward : "Done";
    if (button_at(context, "lesson:next", at, label, ButtonLook::primary, has_room ? "" : onward))
        context.commands.post(
            [mark_read, name, to = next == nullptr ? "" : next->name](session::Session& session, ViewState& view) {
                mark_read(session, true);
                show_step(view, name, 1);
                if (!to.empty()) choose_experiment(session, view, to);
            });
    at.x += button_size(theme, label).x + 8 * theme.scale;
    const std::string mark = is_read ? "Read. Mark as unread" : "Mark as read";
    if (at.x + button_size(theme, mark).x > right) return;
    if (button_at(context, "lesson:read", at, mark, ButtonLook::quiet))
        context.commands.post(
            [mark_read, is_read](session::Session& session, ViewState&) { mark_read(session, !is_read); });
}

}  // namespace

float lesson_foot_height(const Theme& theme)
{
    return button_size(theme, "0").y + std::round(8 * theme.scale);
}

void draw_lesson_foot(PanelContext& context, const Rect& place, int step, int steps)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float line = std::max(1.0f, std::round(theme.scale));
    const float done = place.width() * static_cast<float>(step) / static_cast<float>(std::max(steps, 1));
    list->AddRectFilled(place.min, {place.max.x, place.min.y + line}, theme.panel_border);
    list->AddRectFilled(place.min, {place.min.x + done, place.min.y + 2 * line}, theme.accent);
    const float y = place.min.y + std::round(8 * theme.scale), gap = 8 * theme.scale;
    float x = place.min.x;
    const auto turn = [&](int by) {
        context.commands.post([by](session::Session& session, ViewState& view) { turn_lesson(session, view, by); });
    };
    if (step > 1 && button_at(context, "lesson:back", {x, y}, "Back")) turn(-1);
    x += button_size(theme, "Back").x + gap;  // also on the first step, so that Next does not move
    const std::string count = std::to_string(step) + " of " + std::to_string(steps);
    const ImVec2 size = button_size(theme, count);
    draw_text(list, theme.body,
              {place.max.x - text_width(theme.body, count), y + (size.y - font_pixels(theme.body)) / 2},
              theme.text_muted, count);
    const float right = place.max.x - text_width(theme.body, count) - gap;
    if (step < steps) {
        if (button_at(context, "lesson:forward", {x, y}, "Next", ButtonLook::primary)) turn(1);
        draw_back_to_view(context, {x + button_size(theme, "Next").x + gap, y}, right);
    } else if (!context.session.experiment().is_plain()) {
        draw_end(context, {x, y}, right);
    }
}

}  // namespace spillway::window
