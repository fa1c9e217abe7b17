#include "app/window/kit/step_view.h"

#include <algorithm>

#include "app/catalogue/formula/parameter_values.h"
#include "app/model/metrics.h"
#include "app/teaching/gpu_labels.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/lesson_turning.h"

namespace spillway::window {
namespace {

int current_step(const session::SessionView& session, const ViewState& view)
{
    return shown_step(view, session.selection().experiment);
}

std::string place_of_step(const session::SessionView& session, const ViewState& view)
{
    return session.selection().experiment + "/" + std::to_string(current_step(session, view));
}

/// The choices of the current step; drops those of another step.
StepChoices& current_choices(const session::SessionView& session, ViewState& view)
{
    const std::string here = place_of_step(session, view);
    if (view.step_choices.of != here) view.step_choices = {here, {}, {}};
    return view.step_choices;
}

const StepChoices* choices_here(const session::SessionView& session, const ViewState& view)
{
    return view.step_choices.of == place_of_step(session, view) ? &view.step_choices : nullptr;
}

/// The show line's setting; values that it omits are the experiment's initial ones. The GPU stays.
session::Selection selection_of(const session::SessionView& session, const catalogue::ShowLine& show)
{
    session::Selection setting = session::initial_selection(session.experiment(), session.gpu());
    setting.gpu = session.selection().gpu;
    for (const auto& [name, value] : show.set.values) setting.values[name] = value;
    if (!show.set.variant.empty()) setting.focus = show.set.variant;
    if (!show.set.x_axis.empty()) setting.x_axis = show.set.x_axis;
    return setting;
}

/// An exercise has no show lines. Without a GPU its measured charts stay empty: the first of the others is large.
std::string chart_of_exercise(const session::SessionView& session)
{
    if (teaching::gpu_source(session, session.gpu()) == teaching::GpuSource::live) return "";
    for (const std::string& key : session.experiment().charts) {
        const model::Metric* metric = model::find_metric(key);
        if (metric != nullptr && metric->group != model::MetricGroup::measurement) return key;
    }
    return "";
}

bool is_hidden_by(const catalogue::ShowLine& show, const std::string& variant)
{
    return !show.variants.empty() && std::ranges::find(show.variants, variant) == show.variants.end();
}

}  // namespace

const StepView& step_view(const session::SessionView& session, const ViewState& view)
{
    return view.lesson_views->view_of(session.experiment(), current_step(session, view));
}

bool asks_question(const session::SessionView& session, const ViewState& view)
{
    return view.lesson_views->asks_in(session.experiment(), current_step(session, view));
}

bool shows_code(const session::SessionView& session, const ViewState& view)
{
    return view.lesson_views->has_code_in(session.experiment(), current_step(session, view));
}

std::string large_chart(const session::SessionView& session, const ViewState& view)
{
    if (view.sketch && view.sketch->experiment == session.selection().experiment) return view.sketch->metric;
    if (const StepChoices* chosen = choices_here(session, view); chosen != nullptr && chosen->large_chart)
        return *chosen->large_chart;
    if (session.experiment().exercise) return chart_of_exercise(session);
    return step_view(session, view).show.chart;
}

std::string pane_beside(const session::SessionView& session, const ViewState& view)
{
    if (const StepChoices* chosen = choices_here(session, view); chosen != nullptr && chosen->beside)
        return *chosen->beside;
    const StepView& step = step_view(session, view);
    const std::string& tab = step.show.set.tab;
    return step.has_line && tab != "lesson" ? tab : "";
}

void choose_large_chart(const session::SessionView& session, ViewState& view, const std::string& metric)
{
    current_choices(session, view).large_chart = metric;
}

void choose_pane_beside(const session::SessionView& session, ViewState& view, const std::string& tab)
{
    current_choices(session, view).beside = tab;
}

bool is_tab_visible(const session::SessionView& session, const ViewState& view, std::string_view tab)
{
    return view.tab == tab || (view.lesson_leads_now && pane_beside(session, view) == tab);
}

bool shows_step_view(const session::SessionView& session, const ViewState& view)
{
    const StepView& step = step_view(session, view);
    if (!step.has_line) return true;
    if (selection_of(session, step.show) != session.selection()) return false;
    if (step.show.set.warp && *step.show.set.warp != warp_place(session, view)) return false;
    if (const StepChoices* chosen = choices_here(session, view); chosen != nullptr) {
        if (chosen->large_chart && *chosen->large_chart != step.show.chart) return false;
        if (chosen->beside && *chosen->beside != step.show.set.tab) return false;
    }
    return std::ranges::all_of(session.experiment().variants, [&](const model::Variant& variant) {
        return view.hidden_variants.contains(variant.name) == is_hidden_by(step.show, variant.name);
    });
}

void show_step_view(session::Session& session, ViewState& view)
{
    const StepView step = step_view(session.view(), view);
    if (!step.has_line) return;
    const session::Selection setting = selection_of(session.view(), step.show);
    if (setting != session.view().selection()) choose_setting(session, view, setting);
    for (const model::Variant& variant : session.view().experiment().variants) {
        view.hidden_variants.erase(variant.name);
        if (is_hidden_by(step.show, variant.name)) view.hidden_variants.insert(variant.name);
    }
    view.zoom.clear();
    view.step_choices = {};
    if (step.show.set.warp) show_warp_place(session, view, *step.show.set.warp);
}

}  // namespace spillway::window
