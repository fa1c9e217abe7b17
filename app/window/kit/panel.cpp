#include "app/window/kit/panel.h"

#include <utility>

#include "app/window/kit/lesson_turning.h"

namespace spillway::window {
namespace {

std::set<std::string> asked_so_far(const session::SessionView& session, const ViewState& view)
{
    const model::Experiment& experiment = session.experiment();
    return view.lesson_views->asked_by(experiment, shown_step(view, experiment.name));
}

}  // namespace

teaching::Covers covers_of(const session::SessionView& session, const ViewState& view)
{
    return tells_answers(view) ? teaching::Covers() : teaching::Covers(session, asked_so_far(session, view));
}

const model::Question* question_that_hides(const session::SessionView& session, const ViewState& view,
                                           std::string_view metric)
{
    return teaching::question_that_hides(session, asked_so_far(session, view), metric);
}

bool Commands::apply(session::Session& session, ViewState& view)
{
    const std::vector<Command> taken = std::exchange(pending_, {});
    for (const Command& command : taken) command(session, view);
    return !taken.empty();
}

bool Commands::apply_following(session::Session& session, ViewState& view)
{
    const Command taken = std::exchange(following_, {});
    if (taken) taken(session, view);
    return taken != nullptr;
}

}  // namespace spillway::window
