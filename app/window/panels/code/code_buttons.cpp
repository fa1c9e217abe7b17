#include "app/window/panels/code/code_buttons.h"
#include "app/teaching/availability.h"

#include <optional>

#include "app/window/kit/flow.h"

namespace spillway::window {
namespace {

/// Shows the problem, if there is one, in the status line.
void show_problem(ViewState& view, const std::optional<model::Error>& problem)
{
    if (problem) view.status_notice = problem->line();
}

}  // namespace

void draw_own_buttons(PanelContext& context, bool& is_editing)
{
    const session::SessionView& session = context.session;
    if (!session.experiment().origin.trusted || !teaching::compiles_own_code(session)) return;
    ImGui::SameLine();
    if (session.is_own()) {
        if (switch_button(context, "code:edit", "Edit", is_editing)) is_editing = !is_editing;
    } else if (switch_button(context, "code:copy", "Edit a copy", false)) {
        is_editing = true;
        context.commands.post(
            [](session::Session& target, ViewState& view) { show_problem(view, target.files().edit_a_copy()); });
    }
    if (!session.experiment().is_plain()) return;
    ImGui::SameLine();
    if (switch_button(context, "code:make", "Make it an experiment", false))
        context.commands.post([](session::Session& target, ViewState& view) {
            const auto problem = target.files().make_experiment();
            show_problem(view, problem);
            // The new experiment's lesson says what is still missing.
            if (!problem) view.tab = "lesson";
        });
}

void draw_waits_switch(PanelContext& context, bool has_waits)
{
    const model::RunResult* result = focused_result(context.session);
    if (result == nullptr || result->measurement.source == model::MeasurementSource::none) return;
    const bool is_on = context.view.waits.value_or(has_waits);
    ImGui::SameLine();
    if (!switch_button(context, "code:waits", "Waits", is_on)) return;
    context.commands.post([is_on](session::Session&, ViewState& view) { view.waits = !is_on; });
}

}  // namespace spillway::window
