#include "app/window/kit/panel.h"

#include <utility>

namespace spillway::window {

bool Commands::apply(session::Session& session, ViewState& view)
{
    const std::vector<Command> taken = std::exchange(pending_, {});
    for (const Command& command : taken) command(session, view);
    return !taken.empty();
}

}  // namespace spillway::window
