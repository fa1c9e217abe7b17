#include "app/window/kit/lesson_turning.h"

#include <algorithm>
#include <optional>

#include "app/catalogue/questions.h"
#include "app/lessons/lesson_steps.h"
#include "app/teaching/covers.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/step_view.h"

namespace spillway::window {
namespace {

using lessons::LessonStep;

bool is_open(const session::SessionView& session, const ViewState& view, const std::string& question)
{
    const model::Question* asked = catalogue::find_question(session.experiment(), question);
    return asked != nullptr && !tells_answers(view) && teaching::is_open(session, *asked);
}

/// Applies the setting of a step without a show line: its first setting link. Not while a question up to the step is
/// open. The tab stays, because the lesson is read there.
void apply_setting(session::Session& session, ViewState& view, const LessonStep& step)
{
    const auto is_asked = [&](const std::string& question) { return is_open(session.view(), view, question); };
    if (is_asked(step.question) || std::ranges::any_of(step.asked_before, is_asked)) return;
    const catalogue::SetLink set = step_view(session.view(), view).show.set;
    session::Selection setting = session.view().selection();
    for (const auto& [name, value] : set.values) setting.values[name] = value;
    if (!set.variant.empty()) setting.focus = set.variant;
    if (!set.x_axis.empty()) setting.x_axis = set.x_axis;
    const bool is_other = setting != session.view().selection();
    if (is_other) choose_setting(session, view, setting);
    if (set.warp) show_warp_place(session, view, *set.warp);
}

/// Applies the new step's view. A step that was split for its length has one view for all parts: the learner's changes
/// survive turning between them.
void apply_view(session::Session& session, ViewState& view, const StepView& before, const LessonStep& step)
{
    const session::Selection selection = session.view().selection();
    const StepView now = step_view(session.view(), view);
    if (!now.has_line)
        apply_setting(session, view, step);
    else if (before != now)
        show_step_view(session, view);
    if (session.view().selection() != selection && view.status_notice.empty())
        view.status_notice =
            std::string("The sliders moved to the setting of this lesson step; ") + undo_words(view) + ".";
}

void go_to_step(session::Session& session, ViewState& view, const std::vector<LessonStep>& steps, int step)
{
    const int to = std::clamp(step, 1, static_cast<int>(steps.size()));
    const std::string name = session.view().selection().experiment;
    if (to == std::clamp(shown_step(view, name), 1, static_cast<int>(steps.size()))) return;
    const StepView before = step_view(session.view(), view);
    show_step(view, name, to);
    view.status_notice.clear();
    if (view.sketch && view.sketch->is_revealed) view.sketch.reset();
    apply_view(session, view, before, steps[static_cast<std::size_t>(to) - 1]);
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

}  // namespace spillway::window
