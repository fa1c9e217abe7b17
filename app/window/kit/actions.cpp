#include "app/window/kit/actions.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/window/kit/step_view.h"

#include <optional>
#include <utility>

namespace spillway::window {
namespace {

void show_refusal(ViewState& view, const std::optional<model::Error>& refused)
{
    if (refused) view.status_notice = refusal_words(*refused);
}

}  // namespace

void follow_experiment(const session::SessionView& session, ViewState& view)
{
    const std::string& now = session.selection().experiment;
    const std::string before = std::exchange(view.experiment, now);
    if (before == now || before.empty()) return;
    view.zoom.clear();
    view.entry = {};
    view.parameter.clear();
    view.sketch.reset();
    view.hidden_variants.clear();  // another experiment may have variants of the same names
}

std::string refusal_words(const model::Error& error)
{
    return error.advice.empty() ? error.what : error.what + ": " + error.advice;
}

void set_parameter(session::Session& session, ViewState& view, const std::string& name, const model::Value& value,
                   session::Edit edit)
{
    view.parameter = name;
    view.entry = {};
    if (const auto refused = session.set_values({{name, value}}, edit))
        view.entry = {name, "", false, refusal_words(*refused)};
}

void set_parameters(session::Session& session, ViewState& view, const model::Values& values)
{
    show_refusal(view, session.set_values(values));
}

void reset_parameter(session::Session& session, ViewState& view, const std::string& name)
{
    if (const model::Parameter* parameter = session.view().experiment().find_parameter(name))
        set_parameter(session, view, name, catalogue::initial_value(*parameter, session.view().gpu()));
}

void reset_parameters(session::Session& session, ViewState& view)
{
    session::Selection next = session.view().selection();
    next.values = catalogue::initial_values(session.view().experiment(), session.view().gpu());
    next.x_axis = session.view().experiment().x_axis;
    choose_setting(session, view, next);
}

void choose_experiment(session::Session& session, ViewState& view, const std::string& name)
{
    if (name == session.view().selection().experiment) return;
    session.select_experiment(name);
    follow_experiment(session.view(), view);
    show_step_view(session, view);
}

void choose_setting(session::Session& session, ViewState& view, const session::Selection& setting)
{
    show_refusal(view, session.select(setting));
    follow_experiment(session.view(), view);
}

std::string shown_code(const session::SessionView& session)
{
    return session.selection().experiment + "/" + session.selection().focus;
}

catalogue::WarpPlace warp_place(const session::SessionView& session, const ViewState& view)
{
    return view.warp_of == shown_code(session) ? view.warp : catalogue::WarpPlace{};
}

void open_editor(ViewState& view)
{
    view.tab = "code";
    view.wants_editor = true;
    view.filled = Part::tabs;
}

void show_warp_place(session::Session& session, ViewState& view, const catalogue::WarpPlace& place)
{
    view.warp_of = shown_code(session.view());
    view.warp = place;
}

}  // namespace spillway::window
