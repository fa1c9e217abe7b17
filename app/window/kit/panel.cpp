#include "app/window/kit/panel.h"

#include <utility>

namespace spillway::window {

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
