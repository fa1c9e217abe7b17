#include "app/window/panels/lesson_turning.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/questions.h"
#include "app/lessons/lesson_steps.h"
#include "app/teaching/covers.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

using lessons::LessonStep;

bool is_open(const session::SessionView& session, const ViewState& view, const std::string& question)
{
    const model::Question* asked = catalogue::find_question(session.experiment(), question);
    return asked != nullptr && !view.shows_answers && teaching::is_open(session, *asked);
}

/// Where the text of the step puts the sliders first.
std::optional<catalogue::SetLink> setting_of(const model::Experiment& experiment, const LessonStep& step)
{
    using lessons::markdown::LinkKind;
    const auto first_in = [&](const lessons::markdown::Text& text) -> const lessons::markdown::Link* {
        for (const lessons::markdown::Span& span : text) {
            if (span.link < 0) continue;
            const lessons::markdown::Link& link = step.text.links[static_cast<std::size_t>(span.link)];
            if (link.kind == LinkKind::set) return &link;
        }
        return nullptr;
    };
    for (const lessons::markdown::Block& block : step.text.blocks) {
        const lessons::markdown::Link* link = first_in(block.text);
        for (const auto& row : block.rows)
            for (const lessons::markdown::Text& cell : row)
                if (link == nullptr) link = first_in(cell);
        if (link == nullptr) continue;
        const auto set = catalogue::parse_set_link(experiment, link->target);
        return set ? std::optional(*set) : std::nullopt;
    }
    return std::nullopt;
}

/// A step has its view: the tab stays, since the lesson is read there.
void take_setting(session::Session& session, ViewState& view, const LessonStep& step)
{
    const auto is_asked = [&](const std::string& question) { return is_open(session.view(), view, question); };
    if (is_asked(step.question) || std::ranges::any_of(step.asked_before, is_asked)) return;
    const auto set = setting_of(session.view().experiment(), step);
    if (!set) return;
    session::Selection setting = session.view().selection();
    for (const auto& [name, value] : set->values) setting.values[name] = value;
    if (!set->variant.empty()) setting.focus = set->variant;
    if (!set->x_axis.empty()) setting.x_axis = set->x_axis;
    if (setting == session.view().selection()) return;
    choose_setting(session, view, setting);
    if (view.status_notice.empty())
        view.status_notice = "The sliders are where this step of the lesson begins; Ctrl + Z undoes it.";
}

void go_to_step(session::Session& session, ViewState& view, const std::vector<LessonStep>& steps, int step)
{
    const int to = std::clamp(step, 1, static_cast<int>(steps.size()));
    const std::string name = session.view().selection().experiment;
    if (to == std::clamp(shown_step(view, name), 1, static_cast<int>(steps.size()))) return;
    show_step(view, name, to);
    view.status_notice.clear();
    take_setting(session, view, steps[static_cast<std::size_t>(to) - 1]);
}

/// The lesson after this one, in the catalogue's order; null after the last. A copy of an exercise is none.
const model::Experiment* next_lesson(const session::SessionView& session)
{
    const auto& all = session.catalogue().experiments;
    const auto here = std::find_if(all.begin(), all.end(),
                                   [&](const auto& each) { return each.name == session.selection().experiment; });
    if (here == all.end()) return nullptr;
    const auto next = std::find_if(here + 1, all.end(), [](const auto& each) { return !each.exercise; });
    return next == all.end() ? nullptr : &*next;
}

/// After the last step: that it was read, and the way on.
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
    const std::string onward = next == nullptr ? "Done: this was the last lesson" : "Done, next: " + next->title;
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

int shown_step(const ViewState& view, const std::string& experiment)
{
    const auto kept = view.lesson_steps.find(experiment);
    return kept == view.lesson_steps.end() ? 1 : kept->second;
}

void show_step(ViewState& view, const std::string& experiment, int step)
{
    if (step <= 1)
        view.lesson_steps.erase(experiment);
    else
        view.lesson_steps[experiment] = step;
}

void turn_lesson(session::Session& session, ViewState& view, int by)
{
    const model::Experiment& experiment = session.view().experiment();
    if (view.tab != "lesson") {
        view.tab = "lesson";
        return;
    }
    if (experiment.lesson.empty() || experiment.exercise) return;
    const std::vector<LessonStep> steps = lessons::lesson_steps(experiment, {}, {});
    const int now = std::min(shown_step(view, experiment.name), static_cast<int>(steps.size()));
    go_to_step(session, view, steps, now + by);
}

void go_to_question(session::Session& session, ViewState& view, const std::string& question)
{
    const std::vector<LessonStep> steps = lessons::lesson_steps(session.view().experiment(), {}, {});
    if (const int step = lessons::step_of_question(steps, question); step > 0) go_to_step(session, view, steps, step);
}

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
    x += button_size(theme, "Back").x + gap;  // on the first step too: Next stays under the hand
    const std::string count = std::to_string(step) + " of " + std::to_string(steps);
    const ImVec2 size = button_size(theme, count);
    draw_text(list, theme.body,
              {place.max.x - text_width(theme.body, count), y + (size.y - font_pixels(theme.body)) / 2},
              theme.text_muted, count);
    const float right = place.max.x - text_width(theme.body, count) - gap;
    if (step < steps) {
        if (button_at(context, "lesson:forward", {x, y}, "Next", ButtonLook::primary)) turn(1);
    } else if (!context.session.experiment().is_plain()) {
        draw_end(context, {x, y}, right);
    }
}

}  // namespace spillway::window
